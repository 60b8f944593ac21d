import * as v from 'valibot'
import type { ConstructPreview } from '#contract/shapes-of-extensions.ts'
import { isSmall } from '#domain/hidden-cells.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { ruleComparesText } from '#server/catalog/compares-text.ts'
import type { AnyVariable, CustomVariableRule } from '#server/catalog/variable.ts'
import {
  ClosedByCollection,
  closedCollection,
  closedCounts,
  NOBODY,
  shownCounts,
  type ClosedCount,
  type Discretion,
} from '#server/queries/closed.ts'
import type { CountAnswers } from '#server/queries/count-answers.ts'
import { customAnswer, hasAnyRecord } from '#server/queries/custom-value.ts'
import { hasUnreadText, notCountedFields } from '#server/queries/not-counted.ts'
import type { Connection } from '#server/storage/database.ts'

export interface PreviewQuery extends Discretion {
  readonly rule: CustomVariableRule
  readonly cohortId: number
  readonly cross: AnyVariable | null
}

/** What became of a person, where no definition gave a value; else the value's place. */
const FELL_TO_DEFAULT = -1
const IS_UNKNOWN = -2
const NO_ANSWER = -3
const NO_RECORD = -4
const NOT_COUNTED = -5

const Row = v.object({
  state: v.number(),
  count: v.number(),
  closed: ClosedByCollection,
  partly: v.number(),
  partly_closed: ClosedByCollection,
  holding: v.array(v.number()),
  holding_closed: v.array(ClosedByCollection),
  by_collection: ClosedByCollection,
})
type Row = v.InferOutput<typeof Row>

/** Whom a custom variable would give which value, before it is saved. */
export async function previewConstruct(
  connection: Connection,
  count: CountAnswers,
  query: PreviewQuery,
): Promise<ConstructPreview> {
  const { rule, cohortId, reader, minimumCell } = query
  const rows = await count.rows(connection, { cohortId, reader }, Row, (answers) => {
    const { truths, isMissing, value } = customAnswer(answers, rule)
    const branches = truths.map((truth, place) => `WHEN ${truth} THEN ${place}`).join(' ')
    const counted = (condition: string) => `CAST(count(*) FILTER (WHERE ${condition}) AS INTEGER)`
    const closed = (condition?: string) => closedCounts(answers.parameters, query, 'closed_in', condition)
    const holding = (count: (truth: string) => string) => `ARRAY[${truths.map(count).join(', ')}]`
    const isPartlyMissing = rule.sources.map((source) => `${answers.answerTo(source).known} IS NULL`).join(' OR ')
    const isUnread = hasUnreadText(ruleComparesText(rule), reader, answers.parameters)
    const state =
      isUnread === null
        ? 'state'
        : `CASE WHEN state IN (${IS_UNKNOWN}, ${NO_ANSWER}, ${NO_RECORD}) AND ${isUnread} THEN ${NOT_COUNTED} ELSE state END`
    return `${answers.tables()}, sorted AS (
        SELECT *, CASE WHEN NOT ${hasAnyRecord(answers, rule)} THEN ${NO_RECORD} WHEN ${isMissing} THEN ${NO_ANSWER}
            ${branches} WHEN ${value} = '${UNKNOWN_VALUE}' THEN ${IS_UNKNOWN} ELSE ${FELL_TO_DEFAULT} END AS state,
          ${isPartlyMissing} AS is_partly_missing, ${closedCollection(query, answers.parameters)} AS closed_in
        FROM person
      )
      SELECT ${state} AS state, CAST(count(*) AS INTEGER) AS count, ${closed()} AS closed,
        ${counted('is_partly_missing')} AS partly, ${closed('is_partly_missing')} AS partly_closed,
        ${holding(counted)} AS holding, ${holding(closed)} AS holding_closed,
        ${isUnread === null ? 'NULL' : answers.parameters.dialect.histogram('collection', 'TRUE')} AS by_collection
      FROM sorted GROUP BY 1`
  })
  const byState = new Map(rows.map((row) => [row.state, row]))
  const cell = (state: number): ClosedCount => byState.get(state) ?? NOBODY
  const ends = [FELL_TO_DEFAULT, IS_UNKNOWN, NO_RECORD, NO_ANSWER, NOT_COUNTED].map(cell)
  const shown = shownCounts([...ends, ...rule.values.map((_, place) => cell(place))], minimumCell)
  const [fellToDefault = null, unknown = null, no_record = null, no_answer = null, , ...given] = shown
  const isHidden = shown.includes(null)
  const notCounted = isHidden ? {} : notCountedFields(byState.get(NOT_COUNTED)?.by_collection ?? [])
  const overlaps = isHidden ? [] : overlapsOf(rows, query)
  const partly = (state: number) => (isHidden ? null : partlyMissing(byState.get(state), minimumCell))
  const sum = (counts: (number | null)[]) => counts.reduce<number>((total, count) => total + (count ?? 0), 0)
  return {
    values: rule.values.map(({ name }, place) => ({
      name,
      count: given[place] ?? null,
      also_matched: isHidden ? null : alsoMatched(overlaps, name),
    })),
    default: fellToDefault,
    unknown,
    no_record,
    no_answer,
    ...notCounted,
    partly_missing: rule.sources.length > 1 ? { default: partly(FELL_TO_DEFAULT), unknown: partly(IS_UNKNOWN) } : null,
    overlaps,
    split: isHidden
      ? null
      : {
          match: sum(given),
          no_match: fellToDefault ?? 0,
          unknown: sum([unknown, no_answer]),
          no_record: no_record ?? 0,
          ...notCounted,
        },
    cross: query.cross && {
      variable_name: query.cross.name,
      data: await crossed(connection, count, query, query.cross),
    },
  }
}

type Overlaps = ConstructPreview['overlaps']

/** Those for whom a value's definition holds though an earlier value took them, by that value. */
function overlapsOf(rows: readonly Row[], { rule, minimumCell }: PreviewQuery): Overlaps {
  const nameAt = (place: number) => rule.values[place]?.name ?? ''
  return rows
    .filter(({ state }) => state >= 0)
    .toSorted((one, other) => one.state - other.state)
    .flatMap((row) =>
      row.holding.flatMap((count, place) => {
        if (place === row.state || count === 0) return []
        const among = { count, closed: row.holding_closed[place] ?? NOBODY.closed }
        return [{ value: nameAt(place), taken_by: nameAt(row.state), count: shownPart(among, row, minimumCell) }]
      }),
    )
}

/** All whom an earlier value took; null where a part of them is hidden. */
function alsoMatched(overlaps: Overlaps, name: string): number | null {
  return overlaps
    .filter(({ value }) => value === name)
    .reduce<number | null>((sum, { count }) => (sum === null || count === null ? null : sum + count), 0)
}

function partlyMissing(row: Row | undefined, minimumCell: number): number | null {
  return row ? shownPart({ count: row.partly, closed: row.partly_closed }, row, minimumCell) : 0
}

/** A part of a count that is shown; null where it, or what it leaves of the whole, is too small to be. */
function shownPart(part: ClosedCount, whole: ClosedCount, minimumCell: number): number | null {
  const isHidden = [...whole.closed].some(([collection, all]) => {
    const own = part.closed.get(collection) ?? 0
    return isSmall(own, minimumCell) || isSmall(all - own, minimumCell)
  })
  return isHidden ? null : part.count
}

const CrossRow = v.object({
  value: v.nullable(v.string()),
  answer: v.nullable(v.string()),
  count: v.number(),
  closed: ClosedByCollection,
})

async function crossed(
  connection: Connection,
  count: CountAnswers,
  query: PreviewQuery,
  cross: AnyVariable,
): Promise<[string | null, string | null, number | null][]> {
  const { cohortId, reader } = query
  const rows = await count.rows(connection, { cohortId, reader }, CrossRow, (answers) => {
    const { value } = customAnswer(answers, query.rule)
    const other = answers.answerTo(cross)
    const code =
      other.dataType === 'multicategory'
        ? `unnest(coalesce(string_to_array(${other.value}, ';'), ARRAY[NULL]))`
        : other.value
    return `${answers.tables()}, crossed AS (
        SELECT ${value} AS value, ${code} AS answer, ${closedCollection(query, answers.parameters)} AS closed_in FROM person
      )
      SELECT value, answer, CAST(count(*) AS INTEGER) AS count,
        ${closedCounts(answers.parameters, query, 'closed_in')} AS closed
      FROM crossed GROUP BY value, answer ORDER BY value NULLS LAST, answer NULLS LAST`
  })
  const counts = shownCounts(rows, query.minimumCell)
  return rows.map(({ value, answer }, place) => [value, answer, counts[place] ?? null])
}
