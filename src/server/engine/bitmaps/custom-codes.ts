import { countingEveryone, type Reader } from '#domain/access.ts'
import { isCriteria, type Criteria } from '#domain/conditions/criteria.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import {
  emptyCodes,
  FIRST_ANSWER,
  NO_ANSWER,
  NO_RECORD,
  type AnswerCodes,
} from '#server/engine/bitmaps/answer-codes.ts'
import type { BitmapData } from '#server/engine/bitmaps/bitmap-data.ts'
import { eachPlace, inAll, inAny, intersect, sizeOf, without, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import type { LeafOutcome, Outcome } from '#server/engine/bitmaps/rule-outcomes.ts'
import { CostsTooMuch, nestingProblemOf } from '#server/model/nesting.ts'
import {
  contentOf,
  hasPlaces,
  isCustom,
  ruleComparesText,
  type AnyVariable,
  type CustomVariable,
  type CustomVariableRule,
} from '#server/model/variable.ts'
import { createPause } from '#server/platform/scheduling/yield.ts'

/** The code of an individual whose value is undetermined ([UNK]); those of the values follow. */
export const UNPLACED_CODE = FIRST_ANSWER

/** The individuals by the value of a custom variable (semantics, "Custom variables"). */
export interface ValueSets {
  /** With a record of any source. */
  readonly hasRecord: Bitmap
  /** Every source is missing: no value. */
  readonly isMissing: Bitmap
  /** Any source is missing. */
  readonly isPartlyMissing: Bitmap
  /** For each value, the individuals that meet its definition. */
  readonly holding: readonly Bitmap[]
  /** For each value, the individuals that have it by its definition: they meet no earlier one. */
  readonly defined: readonly Bitmap[]
  /** Every definition is false, and there is a default. */
  readonly isDefault: Bitmap
}

export async function valueSets(data: BitmapData, rule: CustomVariableRule, reader: Reader): Promise<ValueSets> {
  const { all } = data.individuals
  const pause = createPause(data.connection.scope.signal ?? undefined)
  const sources: LeafOutcome[] = []
  for (const source of rule.sources) sources.push(await missingOutcome(data, source, reader))
  const isMissing = inAll(
    sources.map(({ yes }) => yes),
    all,
  )
  const outcomes: Outcome[] = []
  for (const { criteria } of rule.values) {
    outcomes.push(await criteriaOutcome(data, criteria, reader, pause))
  }
  const defined: Bitmap[] = []
  let left = without(all, isMissing)
  for (const { yes } of outcomes) {
    defined.push(intersect(left, yes))
    left = without(left, yes)
    await pause()
  }
  const hasDefault = rule.values.some(({ name }) => name === rule.defaultValue)
  return {
    hasRecord: inAny(
      sources.map((source) => source.hasRecord),
      all,
    ),
    isMissing,
    isPartlyMissing: inAny(
      sources.map(({ yes }) => yes),
      all,
    ),
    holding: outcomes.map(({ yes }) => yes),
    defined,
    isDefault: hasDefault ? inAll([left, ...outcomes.map(({ no }) => no)], all) : new Uint32Array(all.length),
  }
}

/**
 * A custom variable with values as codes: NO_ANSWER where every source is missing, UNPLACED_CODE for [UNK], then its
 * values in their order; the same for individuals without a record whose value a score gives.
 */
export function customCodes(data: BitmapData, rule: CustomVariable, reader: Reader): Promise<AnswerCodes> {
  const problem = nestingProblemOf(rule)
  if (problem !== null) throw new CostsTooMuch(`${rule.name}: ${problem}`)
  const isShared = reader.isAdmin || !ruleComparesText(rule)
  const key = JSON.stringify([contentOf(rule), ...(isShared ? [] : [reader.collections.toSorted()])])
  return data.keptCodes(`custom ${key}`, (shared) => readCustomCodes(shared, rule, countingEveryone(reader)))
}

async function readCustomCodes(data: BitmapData, rule: CustomVariableRule, reader: Reader): Promise<AnswerCodes> {
  const { individuals, connection } = data
  const pause = createPause(connection.scope.signal ?? undefined)
  const { hasRecord, isMissing, defined, isDefault } = await valueSets(data, rule, reader)
  const unrecorded = without(individuals.all, hasRecord)
  const values = [UNKNOWN_VALUE, ...rule.possibleValues]
  const names = sizeOf(without(unrecorded, isMissing)) === 0 ? values : [...values, ...values]
  const codes = emptyCodes(FIRST_ANSWER + names.length, individuals.count).fill(UNPLACED_CODE)
  const codeOf = (place: number) => UNPLACED_CODE + 1 + place
  const defaultPlace = rule.values.findIndex(({ name }) => name === rule.defaultValue)
  const sets: (readonly [Bitmap, number])[] = [
    [isMissing, NO_ANSWER],
    ...defined.map((set, place) => [set, codeOf(place)] as const),
    [isDefault, codeOf(defaultPlace)],
  ]
  for (const [set, code] of sets) {
    eachPlace(set, (place) => {
      codes[place] = code
    })
    await pause()
  }
  eachPlace(unrecorded, (place) => {
    const code = codes[place] ?? NO_ANSWER
    codes[place] = code === NO_ANSWER ? NO_RECORD : code + values.length
  })
  const answers = names.map((name) => ({ value: name, shown: name, first: null, last: null }))
  return { codes, answers, unrecordedFrom: UNPLACED_CODE + values.length }
}

/** Whether the answer is missing: of a custom variable, whether it has no value or [UNK]. */
async function missingOutcome(data: BitmapData, variable: AnyVariable, reader: Reader): Promise<LeafOutcome> {
  if (!isCustom(variable) || hasPlaces(variable)) {
    return data.outcomeOf({ variable, condition: { operator: 'EQ', values: [UNKNOWN_VALUE] }, reader })
  }
  // A score that may not be used is missing, although it is unknown whether there is one.
  const valid = await data.outcomeOf({ variable, condition: { operator: 'VALID', values: [] }, reader })
  return { ...valid, yes: without(data.individuals.all, valid.yes), no: valid.yes }
}

/** In Kleene's logic. A definition without conditions is false. */
async function criteriaOutcome(
  data: BitmapData,
  { relationship, parts }: Criteria<AnyVariable>,
  reader: Reader,
  pause: () => Promise<void>,
): Promise<Outcome> {
  const { all } = data.individuals
  if (parts.length === 0) return { yes: new Uint32Array(all.length), no: all }
  const outcomes: Outcome[] = []
  for (const part of parts) {
    outcomes.push(
      isCriteria(part) ? await criteriaOutcome(data, part, reader, pause) : await data.outcomeOf({ ...part, reader }),
    )
    await pause()
  }
  const [yes, no] = [outcomes.map((outcome) => outcome.yes), outcomes.map((outcome) => outcome.no)]
  return relationship === 'AND'
    ? { yes: inAll(yes, all), no: inAny(no, all) }
    : { yes: inAny(yes, all), no: inAll(no, all) }
}
