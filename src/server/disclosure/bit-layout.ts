import * as v from 'valibot'
import { placesOf, setOfPlaces, within, type IndividualSet } from '#server/disclosure/participant-set.ts'
import { FAMILY } from '#server/engine/sources/form-tables.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** The words and individuals of one collection. */
export interface CollectionRegion {
  readonly firstWord: number
  readonly endWord: number
  readonly size: number
  readonly individuals: IndividualSet
}

/** The bit of each individual. Collections are contiguous, each in its own words. */
export interface IndividualLayout {
  readonly regions: ReadonlyMap<string, CollectionRegion>
  /** Exclusive upper bound of individual numbers. */
  readonly numbers: number
  readonly setOf: (individuals: ArrayLike<number>) => IndividualSet
  /** One representative of each family with a member in the set. */
  readonly familiesOf: (individuals: IndividualSet) => IndividualSet
}

const BITS = 32

const CollectionRow = v.object({
  collection: v.string(),
  individuals: v.array(v.number()),
  families: v.array(v.string()),
})

/** Assigns each individual a bit, valid for one data version. */
export async function readIndividualLayout(connection: Connection): Promise<IndividualLayout> {
  const rows = await rowsOf(
    connection,
    CollectionRow,
    sql`SELECT collection, array_agg(individual_no ORDER BY individual_no) AS individuals,
       array_agg(${FAMILY} ORDER BY individual_no) AS families
     FROM individual i GROUP BY collection ORDER BY collection`,
  )
  const numbers = rows.reduce((most, { individuals }) => Math.max(most, individuals.at(-1) ?? 0), 0) + 1
  const wordCount = rows.reduce((sum, { individuals }) => sum + Math.ceil(individuals.length / BITS), 0)
  const placeOf = new Uint32Array(numbers)
  const familyAt = new Uint32Array(wordCount * BITS)
  const numberOfFamily = new Map<string, number>()
  const regions = new Map<string, CollectionRegion>()
  let firstWord = 0
  for (const { collection, individuals, families } of rows) {
    const endWord = firstWord + Math.ceil(individuals.length / BITS)
    const places = individuals.map((_, at) => firstWord * BITS + at)
    for (const [at, individual] of individuals.entries()) {
      placeOf[individual] = places[at] ?? 0
      const family = families[at] ?? ''
      const number = numberOfFamily.get(family) ?? numberOfFamily.size
      numberOfFamily.set(family, number)
      familyAt[places[at] ?? 0] = number
    }
    regions.set(collection, {
      firstWord,
      endWord,
      size: individuals.length,
      individuals: setOfPlaces(places, wordCount),
    })
    firstWord = endWord
  }
  return {
    regions,
    numbers,
    setOf: (individuals) => setOfPlaces(individuals, wordCount, placeOf),
    familiesOf: (individuals) => {
      const first = new Map<number, number>()
      for (const place of placesOf(individuals)) {
        const family = familyAt[place] ?? 0
        if (!first.has(family)) first.set(family, place)
      }
      return setOfPlaces([...first.values()], wordCount)
    },
  }
}

/** The part of a set within one collection. */
export function ofCollection(set: IndividualSet, { firstWord, endWord }: CollectionRegion): IndividualSet {
  return within(set, firstWord, endWord)
}
