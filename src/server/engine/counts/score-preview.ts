import * as v from 'valibot'
import type { ConstructPreview } from '#contract/construct-preview.ts'
import { BINS_SHOWN } from '#domain/limits.ts'
import { isReadable, notCountedFields } from '#server/engine/conditions/shown-value.ts'
import { readBins, readSpread, shownSpread } from '#server/engine/counts/distribution.ts'
import { summarizeNumbers } from '#server/engine/counts/number-summary.ts'
import type { Population } from '#server/engine/sources/answers.ts'
import type { ReadAnswers } from '#server/engine/sources/count-answers.ts'
import type { CustomVariable, CustomVariableRule } from '#server/model/variable.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { literal, sql } from '#server/platform/db/sql.ts'

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
