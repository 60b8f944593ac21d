import * as v from 'valibot'
import { SCORE } from '#domain/custom-variables.ts'
import type { ConstructPreview } from '#contract/construct-preview.ts'
import { previewScore } from '#server/engine/counts/score-preview.ts'
import { type AnyVariable, type CustomVariableRule, ruleComparesText } from '#server/model/variable.ts'
import type { Population } from '#server/engine/sources/answers.ts'
import type { ReadAnswers } from '#server/engine/sources/count-answers.ts'
import { customValue, definitionConditions, hasAnyRecord, isUnknown } from '#server/engine/conditions/custom-value.ts'
import { eachCode, hasUnreadText, notCountedFields } from '#server/engine/conditions/shown-value.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { join, literal, sql, type Sql } from '#server/platform/db/sql.ts'

export interface PreviewQuery extends Pick<Population, 'cohortId' | 'reader' | 'part'> {
  readonly rule: CustomVariableRule
  readonly cross: AnyVariable | null
}

/** The outcome of an individual is the index of a value, or one of these. */
const DEFAULT = -1
const IS_UNKNOWN = -2
const NO_ANSWER = -3
const NO_RECORD = -4
const NOT_COUNTED = -5

/** The dialect's histogram; NULL if not requested. */
const CountsByCollection = v.pipe(
  v.nullable(v.array(v.object({ key: v.string(), value: v.number() })), []),
  v.transform((entries) => (entries ?? []).map(({ key, value }) => [key, value] as const)),
)

const Row = v.object({
  state: v.number(),
  count: v.number(),
  partly: v.number(),
  holding: v.array(v.number()),
  by_collection: CountsByCollection,
})
type Row = v.InferOutput<typeof Row>

/** Counts of individuals by value of a custom variable, before it is saved. */
export async function previewConstruct(
  connection: Connection,
  read: ReadAnswers,
  query: PreviewQuery,
): Promise<ConstructPreview> {
  const { rule, cross, ...population } = query
  if (rule.variableType === SCORE) return previewScore(connection, read, query)
  const rows = await read(connection, population, Row, (answers) => {
    const { isMissing, isUnplaced } = answers.customOf(rule)
    const definitions = definitionConditions(answers, rule)
    const branches = definitions.map((holds, place) => sql`WHEN ${holds} THEN ${literal(place)}`)
    const counted = (condition: Sql) => sql`CAST(count(*) FILTER (WHERE ${condition}) AS INTEGER)`
    const isPartlyMissing = rule.sources.map((source) => isUnknown(answers, source))
    const isUnread = hasUnreadText(ruleComparesText(rule), population.reader)
    const uncounted = join([IS_UNKNOWN, NO_ANSWER, NO_RECORD].map(literal))
    const state =
      isUnread === null
        ? sql`state`
        : sql`CASE WHEN state IN (${uncounted}) AND ${isUnread} THEN ${literal(NOT_COUNTED)} ELSE state END`
    return sql`${answers.tables}, sorted AS (
        SELECT *, CASE WHEN NOT ${hasAnyRecord(answers, rule)} THEN ${literal(NO_RECORD)}
            WHEN ${isMissing} THEN ${literal(NO_ANSWER)} ${join(branches, ' ')}
            WHEN ${isUnplaced} THEN ${literal(IS_UNKNOWN)} ELSE ${literal(DEFAULT)} END AS state,
          ${join(isPartlyMissing, ' OR ')} AS is_partly_missing
        FROM person
      )
      SELECT ${state} AS state, CAST(count(*) AS INTEGER) AS count, ${counted(sql`is_partly_missing`)} AS partly,
        ARRAY[${join(definitions.map(counted))}] AS holding,
        ${isUnread === null ? sql`NULL` : answers.dialect.histogram(sql`collection`, sql`TRUE`)} AS by_collection
      FROM sorted GROUP BY 1`
  })
  const byState = new Map(rows.map((row) => [row.state, row]))
  const countOf = (state: number) => byState.get(state)?.count ?? 0
  const overlaps = overlapsOf(rows, query)
  const given = rule.values.map((_, place) => countOf(place))
  const partly = (state: number) => byState.get(state)?.partly ?? 0
  const notCounted = notCountedFields(byState.get(NOT_COUNTED)?.by_collection ?? [])
  return {
    values: rule.values.map(({ name }, place) => ({
      name,
      count: given[place] ?? 0,
      also_matched: alsoMatched(overlaps, name),
    })),
    default: countOf(DEFAULT),
    unknown: countOf(IS_UNKNOWN),
    no_record: countOf(NO_RECORD),
    no_answer: countOf(NO_ANSWER),
    ...notCounted,
    partly_missing: rule.sources.length > 1 ? { default: partly(DEFAULT), unknown: partly(IS_UNKNOWN) } : null,
    overlaps,
    split: {
      match: given.reduce((sum, count) => sum + count, 0),
      no_match: countOf(DEFAULT),
      unknown: countOf(IS_UNKNOWN) + countOf(NO_ANSWER),
      no_record: countOf(NO_RECORD),
      ...notCounted,
    },
    cross: cross && { variable_name: cross.name, data: await crossed(connection, read, rule, cross, population) },
    score: null,
    left_out: [],
  }
}

type Overlaps = ConstructPreview['overlaps']

/** Individuals that match a value's definition but have an earlier value, by that value. */
function overlapsOf(rows: readonly Row[], { rule }: PreviewQuery): Overlaps {
  const nameAt = (place: number) => rule.values[place]?.name ?? ''
  return rows
    .filter(({ state }) => state >= 0)
    .toSorted((one, other) => one.state - other.state)
    .flatMap((row) =>
      row.holding.flatMap((count, place) =>
        place === row.state || count === 0 ? [] : [{ value: nameAt(place), taken_by: nameAt(row.state), count }],
      ),
    )
}

/** All individuals with an earlier value. */
function alsoMatched(overlaps: Overlaps, name: string): number {
  return overlaps.filter(({ value }) => value === name).reduce((sum, { count }) => sum + (count ?? 0), 0)
}

const CrossRow = v.object({ value: v.nullable(v.string()), answer: v.nullable(v.string()), count: v.number() })

async function crossed(
  connection: Connection,
  read: ReadAnswers,
  rule: CustomVariableRule,
  cross: AnyVariable,
  population: Population,
): Promise<[string | null, string | null, number | null][]> {
  const rows = await read(connection, population, CrossRow, (answers) => {
    const value = customValue(answers, rule)
    const other = answers.answerTo(cross)
    const code = eachCode(other.dataType, other.value)
    return sql`${answers.tables}, crossed AS (SELECT ${value} AS value, ${code} AS answer FROM person)
      SELECT value, answer, CAST(count(*) AS INTEGER) AS count
      FROM crossed GROUP BY value, answer ORDER BY value NULLS LAST, answer NULLS LAST`
  })
  return rows.map(({ value, answer, count }) => [value, answer, count])
}
