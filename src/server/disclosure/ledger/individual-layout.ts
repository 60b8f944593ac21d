import {
  type IndividualSet,
  moved,
  placesOf,
  setOfPlaces,
  unionOf,
  within,
} from '#server/disclosure/ledger/participant-set.ts'

/** The words [firstWord, endWord) and individuals of one collection. */
export interface CollectionRegion {
  readonly firstWord: number
  readonly endWord: number
  readonly size: number
  readonly individuals: IndividualSet
  /** How many of the individuals have at most that number. They have the first bits. */
  readonly countUpTo: (lastIndividual: number) => number
}

/** The bit of each individual. Collections are contiguous, each in its own words. */
export interface IndividualLayout {
  readonly regions: ReadonlyMap<string, CollectionRegion>
  /** Exclusive upper bound of individual numbers. */
  readonly numbers: number
  /** The greatest individual number; 0 without individuals. */
  readonly lastIndividual: number
  readonly setOf: (individuals: ArrayLike<number>) => IndividualSet
  /** One representative of each family with a member in the set. */
  readonly familiesOf: (individuals: IndividualSet) => IndividualSet
  /** A set in the layout of the individuals up to a number, in this layout: an import adds individuals only. */
  readonly fromEarlier: (individuals: IndividualSet, lastIndividual: number) => IndividualSet
  /** The individuals of a set up to a number, in the layout of those. */
  readonly toEarlier: (individuals: IndividualSet, lastIndividual: number) => IndividualSet
}

const BITS = 32

/** The individuals of a collection by ascending numbers, each with a family. */
export interface CollectionIndividuals {
  readonly collection: string
  readonly individuals: readonly number[]
  readonly families: readonly string[]
}

/** Assigns each individual a bit, valid for one data version. */
export function layoutOf(rows: readonly CollectionIndividuals[]): IndividualLayout {
  const numbers = rows.reduce((most, { individuals }) => Math.max(most, individuals.at(-1) ?? 0), 0) + 1
  const wordCount = rows.reduce((sum, { individuals }) => sum + Math.ceil(individuals.length / BITS), 0)
  const placeOf = new Uint32Array(numbers)
  const familyAt = new Uint32Array(wordCount * BITS)
  const numberOfFamily = new Map<string, number>()
  const regions = new Map<string, CollectionRegion>()
  let firstWord = 0
  for (const { collection, individuals, families } of rows) {
    const endWord = firstWord + Math.ceil(individuals.length / BITS)
    const places = individuals.map((_, index) => firstWord * BITS + index)
    const numbersHeld = Int32Array.from(individuals)
    for (const [index, individual] of individuals.entries()) {
      placeOf[individual] = places[index] ?? 0
      const family = families[index] ?? ''
      const number = numberOfFamily.get(family) ?? numberOfFamily.size
      numberOfFamily.set(family, number)
      familyAt[places[index] ?? 0] = number
    }
    regions.set(collection, {
      firstWord,
      endWord,
      size: individuals.length,
      individuals: setOfPlaces(places, wordCount),
      countUpTo: (lastIndividual) => countUpTo(numbersHeld, lastIndividual),
    })
    firstWord = endWord
  }
  return {
    regions,
    numbers,
    lastIndividual: numbers - 1,
    setOf: (individuals) => setOfPlaces(individuals, wordCount, placeOf),
    familiesOf: (individuals) => {
      const first = new Map<number, number>()
      for (const place of placesOf(individuals)) {
        const family = familyAt[place] ?? 0
        if (!first.has(family)) first.set(family, place)
      }
      return setOfPlaces([...first.values()], wordCount)
    },
    fromEarlier: (individuals, lastIndividual) =>
      unionOf(
        movesOf(regions, lastIndividual).map(({ firstWord, before, count }) =>
          moved(within(individuals, before, before + Math.ceil(count / BITS)), firstWord - before),
        ),
      ),
    toEarlier: (individuals, lastIndividual) =>
      unionOf(
        movesOf(regions, lastIndividual).map(({ firstWord, before, count }) =>
          moved(firstOf(individuals, firstWord, count), before - firstWord),
        ),
      ),
  }
}

interface Move {
  readonly firstWord: number
  /** The first word of the collection in the earlier layout. */
  readonly before: number
  /** The number of its individuals then. */
  readonly count: number
}

/** How each collection moves between this layout and that of the individuals up to a number. */
function movesOf(regions: ReadonlyMap<string, CollectionRegion>, lastIndividual: number): Move[] {
  let before = 0
  return [...regions.values()].map(({ firstWord, countUpTo: countOf }) => {
    const move = { firstWord, before, count: countOf(lastIndividual) }
    before += Math.ceil(move.count / BITS)
    return move
  })
}

/** The individuals of a collection up to a number. */
export function knownAt(region: CollectionRegion, lastIndividual: number): IndividualSet {
  return firstOf(region.individuals, region.firstWord, region.countUpTo(lastIndividual))
}

/** The part of a set within a number of bits from a word on. */
function firstOf(set: IndividualSet, firstWord: number, count: number): IndividualSet {
  const last = firstWord + Math.ceil(count / BITS)
  const rest = last * BITS - (firstWord * BITS + count)
  const part = within(set, firstWord, last)
  if (rest === 0 || part.from + part.words.length < last) return part
  const words = part.words.slice()
  words[words.length - 1] = (words.at(-1) ?? 0) & (0xffffffff >>> rest)
  return within({ from: part.from, words }, firstWord, last)
}

/** How many of ascending numbers are at most a number. */
function countUpTo(numbers: Int32Array, most: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? 0) <= most) low = middle + 1
    else high = middle
  }
  return low
}

/** The part of a set within one collection. */
export function ofCollection(set: IndividualSet, { firstWord, endWord }: CollectionRegion): IndividualSet {
  return within(set, firstWord, endWord)
}
