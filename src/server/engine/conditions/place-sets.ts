import type { Condition } from '#domain/conditions/constraint.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import type { Answers } from '#server/engine/sources/answers.ts'
import { conditionsOfAll, levelsOf } from '#server/model/nesting.ts'
import { hasPlaces, type CustomVariable, type CustomVariableRule } from '#server/model/variable.ts'
import { EMPTY, join, literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

/** The place of an individual whose value is unknown; the other places are indexes of the rule's values. */
export const UNPLACED = -1

/** Whether an unknown outcome counts as false ("surely") or as true ("possibly"). */
export type Certainty = 'surely' | 'possibly'

/** Whether the place of an individual's value is one of these. */
export interface PlaceTest {
  readonly variable: CustomVariable
  readonly places: ReadonlySet<number>
}

/** The places of the values for which a condition holds. */
export function placesOf(
  { possibleValues }: CustomVariable,
  { operator, values: wanted }: Condition,
  how: Certainty,
): ReadonlySet<number> {
  const unknown = how === 'possibly' ? [UNPLACED] : []
  // A name that is not a value has no place.
  const named = wanted.flatMap((name) => (possibleValues.includes(name) ? [possibleValues.indexOf(name)] : []))
  switch (operator) {
    case 'VALID':
      return new Set(possibleValues.keys())
    case 'EQ':
      return new Set(wanted[0] === UNKNOWN_VALUE ? [UNPLACED] : [...named, ...unknown])
    case 'ANYOF':
      return new Set([...named, ...unknown])
    case 'NEQ':
      return new Set([...possibleValues.keys(), ...unknown].filter((place) => place !== named[0]))
    default:
      throw new Error(`No place is compared by ${operator}.`)
  }
}

/** The layer of the places of a level's variables; what they compare is one layer below. */
export function placesLayer(level: number): number {
  return 2 * level
}

/** Bits of a word: one fewer than those of a positive BIGINT. */
const WORD_BITS = 62

/** The first bits of the variables of a word. */
export type PlaceWord = ReadonlyMap<CustomVariable, number>

/** From this number of conditions on, words of sources are stored: evaluating them takes longer than reading them. */
const WORTH_STORING = 100

/** The bits of a variable in a word: that of UNPLACED first. */
interface PlaceBits {
  readonly word: Sql
  readonly first: number
}

/**
 * The places of a statement's nested custom variables as bits of a few numbers: in its word a variable has a bit for
 * each place, and that of an individual's place is 1. Definitions on many variables are then one comparison. Ten levels
 * of twenty variables of twenty sources take a quarter of the time of a column for each variable.
 */
export class PlaceWords {
  readonly #bits = new Map<CustomVariableRule, PlaceBits>()
  readonly #records = new Map<CustomVariableRule, Sql>()

  bitsOf(rule: CustomVariableRule): PlaceBits | undefined {
    return this.#bits.get(rule)
  }

  /** Adds words for the custom variables below a rule; `write` makes the bits of one, from the first of its bits. */
  addBelow(answers: Answers, rule: CustomVariableRule, write: (variable: CustomVariable, first: number) => Sql): void {
    if (this.#addStored(answers, rule)) return
    const missing = [...sourcesBelow(rule)].filter((variable) => !this.#bits.has(variable))
    for (const [level, variables] of byLevel(missing)) {
      for (const firsts of packed(variables)) {
        const bits = [...firsts].map(([variable, first]) => write(variable, first))
        this.#set(firsts, answers.column(sql`(${join(bits, ' | ')})`, placesLayer(level)))
      }
    }
  }

  /** Whether a record of any source's form exists, for rules whose sources are stored. */
  recordOf(rule: CustomVariableRule): Sql | undefined {
    return this.#records.get(rule)
  }

  /** Words of a rule's own sources, read where they are stored: then no variable below these is evaluated. */
  #addStored(answers: Answers, rule: CustomVariableRule): boolean {
    const sources = rule.sources.filter(hasPlaces).toSorted(byName)
    if (rule.variableType === 'merge' || sources.length === 0 || conditionsOfAll(rule) < WORTH_STORING) return false
    const words = packed(sources)
    if (words.reduce((count, firsts) => count + firsts.size, 0) < sources.length) return false
    const stored = answers.storedWords(words)
    if (stored === null) return false
    for (const [nth, firsts] of words.entries()) this.#set(firsts, stored.words[nth] ?? EMPTY)
    this.#records.set(rule, stored.hasRecord)
    return true
  }

  #set(firsts: PlaceWord, word: Sql): void {
    for (const [variable, first] of firsts) this.#bits.set(variable, { word, first })
  }
}

/** The custom variables whose places are compared, at any level: all sources but those of a table of two variables. */
function sourcesBelow(rule: CustomVariableRule): ReadonlySet<CustomVariable> {
  const compared = new Set<CustomVariable>()
  // A set that grows during iteration visits each rule once.
  const rules = new Set([rule])
  for (const { variableType, sources } of rules) {
    for (const source of sources.filter(hasPlaces)) {
      rules.add(source)
      if (variableType !== 'merge') compared.add(source)
    }
  }
  return compared
}

function byName(one: CustomVariable, other: CustomVariable): number {
  return one.name < other.name ? -1 : 1
}

/** From the lowest level, each by name: equal rules give equal statements. */
function byLevel(variables: readonly CustomVariable[]): [number, CustomVariable[]][] {
  const levels = new Map<number, CustomVariable[]>()
  for (const variable of variables.toSorted(byName)) {
    const level = levelsOf(variable)
    levels.set(level, [...(levels.get(level) ?? []), variable])
  }
  return [...levels].toSorted(([one], [other]) => one - other)
}

/** The first bits of variables, by word. Variables with more places than bits are left out. */
function packed(variables: readonly CustomVariable[]): PlaceWord[] {
  const words: Map<CustomVariable, number>[] = []
  let used = WORD_BITS
  for (const variable of variables) {
    const bits = variable.possibleValues.length + 1
    if (bits > WORD_BITS) continue
    if (used + bits > WORD_BITS) {
      words.push(new Map())
      used = 0
    }
    words.at(-1)?.set(variable, used)
    used += bits
  }
  return words
}

/** Whether tests of several variables' places hold together. */
export function placeTests(answers: Answers, relationship: 'AND' | 'OR', tests: readonly PlaceTest[]): Sql[] {
  const alone: Sql[] = []
  const words = new Map<string, { readonly word: Sql; mask: bigint }>()
  const isOr = relationship === 'OR'
  for (const { variable, places } of tests) {
    const bits = answers.placeWords.bitsOf(variable)
    if (!bits) {
      alone.push(placeTest(answers, { variable, places }))
      continue
    }
    const { word, first } = bits
    const together = words.get(word.key) ?? { word, mask: 0n }
    words.set(word.key, together)
    for (const place of placesWithUnknown(variable)) {
      // All tests hold where no place outside its set has its bit.
      if (places.has(place) === isOr) together.mask |= bitAt(first, place)
    }
  }
  const sign = raw(isOr ? '<>' : '=')
  return [...alone, ...[...words.values()].map(({ word, mask }) => sql`((${word} & ${raw(String(mask))}) ${sign} 0)`)]
}

/** The bit of a place, as a number. */
export function bitAt(first: number, place: number): bigint {
  return 1n << BigInt(first + place - UNPLACED)
}

function placesWithUnknown({ possibleValues }: CustomVariable): number[] {
  return [UNPLACED, ...possibleValues.keys()]
}

/** Above this number of values, one list lookup is faster than a comparison for each. */
const COMPARED_ONE_BY_ONE = 4

function placeTest(answers: Answers, { variable, places }: PlaceTest): Sql {
  const { place } = answers.customOf(variable)
  const all = placesWithUnknown(variable)
  const others = all.filter((one) => !places.has(one))
  if (places.size === 0) return sql`FALSE`
  if (others.length === 0) return sql`TRUE`
  const compared = (among: Iterable<number>, sign: '=' | '<>', relationship: string) =>
    sql`(${join(
      [...among].map((one) => sql`${place} ${raw(sign)} ${literal(one)}`),
      relationship,
    )})`
  if (places.size <= COMPARED_ONE_BY_ONE) return compared(places, '=', ' OR ')
  if (others.length <= COMPARED_ONE_BY_ONE) return compared(others, '<>', ' AND ')
  const flags = all.map((one) => (places.has(one) ? '1' : '0'))
  return sql`(list_extract(${flags}, ${place} + ${literal(1 - UNPLACED)}) = '1')`
}
