import * as v from 'valibot'
import type { ConstructPreview } from '#contract/custom-variable-drafts.ts'
import type { Reader } from '#domain/access.ts'
import { SCORE } from '#domain/custom-variables/construct-types.ts'
import { hasSeveralCodes } from '#domain/data-types.ts'
import { CODES_SEPARATOR } from '#domain/data-types/category.ts'
import { BINS_SHOWN, OVERLAPS_OF_VALUE_MAX, UNKNOWN_VALUE } from '#domain/limits.ts'
import { FIRST_ANSWER, type AnswerCodes } from '#server/engine/bitmaps/answer-codes.ts'
import type { BitmapData } from '#server/engine/bitmaps/bitmap-data.ts'
import type { BitmapEngine } from '#server/engine/bitmaps/bitmap-engine.ts'
import { BITS, eachPlace, intersect, sizeOf, unite, without, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import { readableBy } from '#server/engine/bitmaps/condition-outcome.ts'
import { countsByCode } from '#server/engine/bitmaps/counts-by-code.ts'
import { valueSets } from '#server/engine/bitmaps/custom-codes.ts'
import { populationBitmap } from '#server/engine/bitmaps/population.ts'
import { byCodePoint, codesOfVariable } from '#server/engine/bitmaps/value-counts.ts'
import { customValue } from '#server/engine/conditions/custom-value.ts'
import { eachCode, notCountedFields, isReadable } from '#server/engine/conditions/shown-value.ts'
import { readBins, readSpread, shownSpread } from '#server/engine/counts/distribution.ts'
import { summarizeNumbers } from '#server/engine/counts/number-summary.ts'
import type { Population } from '#server/engine/sources/answers.ts'
import type { ReadAnswers } from '#server/engine/sources/count-answers.ts'
import {
  type AnyVariable,
  type CustomVariableRule,
  ruleComparesText,
  type CustomVariable,
} from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { sql, literal } from '#server/platform/db/sql.ts'
import { createPause } from '#server/platform/scheduling/yield.ts'

interface ScoreQuery extends Pick<Population, 'cohortId' | 'reader' | 'part'> {
  readonly rule: CustomVariableRule
}

const Row = v.object({
  collection: v.string(),
  answered: v.number(),
  unknown: v.number(),
  no_record: v.number(),
  not_counted: v.number(),
})
/** The numbers of a score before it is saved. Nothing is computed from answers that the reader may not read. */
export async function previewScore(
  connection: Connection,
  read: ReadAnswers,
  { rule, cohortId, reader, part }: ScoreQuery,
): Promise<ConstructPreview> {
  const variable: CustomVariable = {
    ...rule,
    constructId: 0,
    projectId: 0,
    name: 'The score',
    description: '',
    definitions: [],
  }
  const population = { cohortId, reader, ...(part && { part }) }
  const rows = await read(connection, population, Row, (answers) => {
    const { hasValue, hasRecord } = answers.answerTo(variable)
    const readable = isReadable(reader)
    const counted = [
      sql`count(*) FILTER (WHERE ${hasValue})`,
      sql`count(*) FILTER (WHERE ${readable} AND NOT ${hasValue} AND ${hasRecord})`,
      // A constant in a formula gives a number without any record.
      sql`count(*) FILTER (WHERE ${readable} AND NOT ${hasValue} AND NOT ${hasRecord})`,
      sql`count(*) FILTER (WHERE NOT ${readable})`,
    ].map((count) => sql`CAST(${count} AS INTEGER)`)
    const [answered, unknown, noRecord, notCounted] = counted
    return sql`${answers.tables} SELECT collection, ${answered ?? literal(0)} AS answered, ${unknown ?? literal(0)} AS unknown,
        ${noRecord ?? literal(0)} AS no_record, ${notCounted ?? literal(0)} AS not_counted
      FROM person GROUP BY collection`
  })
  const sumOf = (field: 'answered' | 'unknown' | 'no_record') => rows.reduce((sum, row) => sum + row[field], 0)
  const unread = notCountedFields(rows.map((row) => [row.collection, row.not_counted] as const))
  const [unknown, noRecord] = [sumOf('unknown'), sumOf('no_record')]
  return {
    values: [],
    default: 0,
    unknown,
    no_record: noRecord,
    no_answer: null,
    ...unread,
    partly_missing: null,
    overlaps: [],
    split: { match: sumOf('answered'), no_match: 0, unknown, no_record: noRecord, ...unread },
    cross: null,
    score: { answered: sumOf('answered'), ...(await numbersOf(connection, read, variable, population)) },
    left_out: [],
  }
}

async function numbersOf(
  connection: Connection,
  read: ReadAnswers,
  variable: CustomVariable,
  population: Omit<ScoreQuery, 'rule'>,
): Promise<Omit<NonNullable<ConstructPreview['score']>, 'answered'>> {
  const { cohortId, reader, part } = population
  const { mean, sd, quantiles } = await summarizeNumbers(connection, read, { variable, cohortId, reader })
  const query = { variable, reader, cohortIds: [cohortId], bins: BINS_SHOWN }
  const bins = await readBins(connection, read, query, part && { part })
  const { categories } = await readSpread(connection, read, query, population, bins)
  const shown = shownSpread(variable, categories, bins).bins ?? []
  return {
    mean,
    sd,
    quantiles: quantiles && [...quantiles],
    bins: quantiles === null ? [] : shown.map(({ from, to, count }) => ({ from, to, count: count ?? 0 })),
  }
}

export interface PreviewQuery extends Pick<Population, 'cohortId' | 'reader' | 'part'> {
  readonly rule: CustomVariableRule
  readonly cross: AnyVariable | null
}

/** Counts of individuals by value of a custom variable, before it is saved. */
export async function previewConstruct(
  connection: Connection,
  engine: BitmapEngine,
  query: PreviewQuery,
): Promise<ConstructPreview> {
  const { rule, cross, ...population } = query
  return engine.read(connection, query.reader, async (data) => {
    if (rule.variableType === SCORE) return previewScore(connection, data.count.rows, query)
    const codes = cross && (await codesOfVariable(data, cross, query.reader))
    const counts = await countValues(data, query)
    return {
      ...counts.byValue,
      cross: cross && {
        variable_name: cross.name,
        data: codes
          ? await crossedByCodes(counts.named, codes, cross, data)
          : await crossedBySql(connection, data.count.rows, rule, cross, population),
      },
    }
  })
}

/** The members with a value, by its name; null without an answer to any source. */
type NamedSet = readonly [name: string | null, members: Bitmap]

interface ValueCounts {
  readonly byValue: Omit<ConstructPreview, 'cross'>
  readonly named: readonly NamedSet[]
}

async function countValues(data: BitmapData, query: PreviewQuery): Promise<ValueCounts> {
  const { rule, reader } = query
  const { byCollection } = data.individuals
  const pause = createPause(data.connection.scope.signal ?? undefined)
  const sets = await valueSets(data, rule, reader)
  const members = await populationBitmap(data, query)
  const valueBitmaps = sets.defined.map((set) => intersect(members, set))
  const inDefault = intersect(members, sets.isDefault)
  // A score may give a value without any record.
  const withoutRecord = without(members, sets.hasRecord, inDefault, ...valueBitmaps)
  const withoutAnswer = without(intersect(members, sets.isMissing), withoutRecord)
  const undecided = without(members, sets.isMissing, withoutRecord, inDefault, ...valueBitmaps)
  const uncounted = unite(withoutRecord, withoutAnswer, undecided)
  const unread = hasUnread(rule, reader) ? without(uncounted, readableBy(reader, data)) : null
  const countOf = (set: Bitmap) => sizeOf(unread ? without(set, unread) : set)
  const notCounted = notCountedFields(
    unread ? [...byCollection].map(([name, bitmap]) => [name, sizeOf(intersect(unread, bitmap))] as const) : [],
  )
  const partly = (set: Bitmap) => countOf(intersect(set, sets.isPartlyMissing))
  const overlaps = await overlapsOf(rule, valueBitmaps, sets.holding, pause)
  const counts = valueBitmaps.map((set) => sizeOf(set))
  const [unknown, noAnswer, noRecord] = [countOf(undecided), countOf(withoutAnswer), countOf(withoutRecord)]
  const named: NamedSet[] = [
    ...rule.values.map(({ name }, place): NamedSet => [name, valueBitmaps[place] ?? new Uint32Array(members.length)]),
    [rule.defaultValue, inDefault],
    [UNKNOWN_VALUE, without(members, sets.isMissing, inDefault, ...valueBitmaps)],
    [null, intersect(members, sets.isMissing)],
  ]
  const byValue = {
    values: rule.values.map(({ name }, place) => ({
      name,
      count: counts[place] ?? 0,
      also_matched: overlaps.alsoMatched[place] ?? 0,
    })),
    default: sizeOf(inDefault),
    unknown,
    no_record: noRecord,
    no_answer: noAnswer,
    ...notCounted,
    partly_missing: rule.sources.length > 1 ? { default: partly(inDefault), unknown: partly(undecided) } : null,
    overlaps: overlaps.pairs,
    split: {
      match: counts.reduce((sum, count) => sum + count, 0),
      no_match: sizeOf(inDefault),
      unknown: unknown + noAnswer,
      no_record: noRecord,
      ...notCounted,
    },
    score: null,
    left_out: [],
  }
  return { byValue, named }
}

/** Whether an unreadable text may decide: such individuals without a value are not counted. */
function hasUnread(rule: CustomVariableRule, { isAdmin }: Reader): boolean {
  return !isAdmin && ruleComparesText(rule)
}

interface Overlaps {
  /** By place of the value: all individuals with an earlier value. */
  readonly alsoMatched: readonly number[]
  readonly pairs: ConstructPreview['overlaps']
}

/** Individuals that match a value's definition but have an earlier value, by that value. */
async function overlapsOf(
  { values }: CustomVariableRule,
  taken: readonly Bitmap[],
  holding: readonly Bitmap[],
  pause: () => Promise<void>,
): Promise<Overlaps> {
  // Every individual has one value at most: one pass of a definition counts its overlaps with all values.
  const takenBy = new Uint16Array((holding[0]?.length ?? 0) * BITS).fill(values.length)
  for (const [first, set] of taken.entries()) {
    eachPlace(set, (place) => {
      takenBy[place] = first
    })
    await pause()
  }
  const nameAt = (nth: number) => values[nth]?.name ?? ''
  const alsoMatched: number[] = []
  const found: { readonly first: number; readonly pair: Overlaps['pairs'][number] }[] = []
  for (const [nth, set] of holding.entries()) {
    const counts = new Uint32Array(values.length + 1)
    eachPlace(set, (place) => {
      const first = takenBy[place] ?? values.length
      counts[first] = (counts[first] ?? 0) + 1
    })
    const earlier = [...counts.subarray(0, nth).entries()].filter(([, count]) => count > 0)
    alsoMatched.push(earlier.reduce((sum, [, count]) => sum + count, 0))
    for (const [first, count] of earlier
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, OVERLAPS_OF_VALUE_MAX)) {
      found.push({ first, pair: { value: nameAt(nth), taken_by: nameAt(first), count } })
    }
    await pause()
  }
  return { alsoMatched, pairs: found.toSorted((one, other) => one.first - other.first).map(({ pair }) => pair) }
}

type CrossCount = [value: string | null, answer: string | null, count: number | null]

/** Members by value and answer; once for each code of an answer with several. In the order of the texts, null last. */
async function crossedByCodes(
  named: readonly NamedSet[],
  codes: AnswerCodes,
  { dataType }: AnyVariable,
  { connection, individuals }: BitmapData,
): Promise<CrossCount[]> {
  const pause = createPause(connection.scope.signal ?? undefined)
  const counts = new Map<string | null, Map<string | null, number>>()
  for (const [name, members] of named) {
    const byAnswer = counts.get(name) ?? new Map<string | null, number>()
    counts.set(name, byAnswer)
    for (const { code, count } of countsByCode(codes, members, individuals)) {
      const answer = codes.answers[code - FIRST_ANSWER]?.value
      const answers =
        answer === undefined ? [null] : hasSeveralCodes(dataType) ? answer.split(CODES_SEPARATOR) : [answer]
      for (const part of answers) byAnswer.set(part, (byAnswer.get(part) ?? 0) + count)
    }
    await pause()
  }
  return inOrder(counts).flatMap(([name, byAnswer]) =>
    inOrder(byAnswer).map(([answer, count]): CrossCount => [name, answer, count]),
  )
}

function inOrder<Value>(byText: ReadonlyMap<string | null, Value>): [string | null, Value][] {
  return [...byText].sort(([one], [other]) => {
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return byCodePoint(one, other)
  })
}

const CrossRow = v.object({ value: v.nullable(v.string()), answer: v.nullable(v.string()), count: v.number() })

/** For a variable without codes. */
async function crossedBySql(
  connection: Connection,
  read: ReadAnswers,
  rule: CustomVariableRule,
  cross: AnyVariable,
  population: Population,
): Promise<CrossCount[]> {
  const rows = await read(connection, population, CrossRow, (answers) => {
    const value = customValue(answers, rule)
    const other = answers.answerTo(cross)
    const code = eachCode(other.dataType, other.value)
    return sql`${answers.tables}, crossed AS (SELECT ${value} AS value, ${code} AS answer FROM person)
      SELECT value, answer, CAST(count(*) AS INTEGER) AS count
      FROM crossed GROUP BY value, answer ORDER BY value NULLS LAST, answer NULLS LAST`
  })
  return rows.map(({ value, answer, count }): CrossCount => [value, answer, count])
}
