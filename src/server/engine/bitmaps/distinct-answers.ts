import * as v from 'valibot'
import type { Condition } from '#domain/conditions/constraint.ts'
import { isDateType, isNumber } from '#domain/data-types.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { FIRST_ANSWER, NO_ANSWER, NO_RECORD, type AnswerCodes } from '#server/engine/bitmaps/answer-codes.ts'
import { conditionSql } from '#server/engine/conditions/comparison.ts'
import { EACH_PERSON, type AnswerSource } from '#server/engine/sources/answer-source.ts'
import { Answers } from '#server/engine/sources/answers.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { raw, sql } from '#server/platform/db/sql.ts'

const Outcome = v.object({ code: v.number(), outcome: v.nullable(v.boolean()) })

/** The outcomes of a condition by code, as by the database; null is unknown. As of a reader who may read all texts. */
export async function outcomesByCode(
  connection: Connection,
  variable: CatalogVariable,
  condition: Condition,
  answers: AnswerCodes['answers'],
): Promise<readonly (boolean | null)[]> {
  const source = distinctAnswers(variable, answers)
  const reader = { isAdmin: true, collections: [] }
  const own = new Answers(connection.dialect, { cohortId: ROOT_COHORT_ID, reader }, source)
  const outcome = conditionSql(own.answerTo(variable), condition, connection.dialect)
  const rows = await rowsOf(connection, Outcome, sql`${own.tables} SELECT code, ${outcome} AS outcome FROM person`)
  const byCode = new Map(rows.map((row) => [row.code, row.outcome]))
  return Array.from({ length: answers.length + FIRST_ANSWER }, (_, code) => byCode.get(code) ?? null)
}

/** A row for each code instead of each individual. */
function distinctAnswers({ dataType }: CatalogVariable, answers: AnswerCodes['answers']): AnswerSource {
  const texts = ['', '', ...answers.map(({ value }) => value)]
  const codes = texts.map((_, code) => String(code))
  const isDate = isDateType(dataType)
  const day = (name: 'first' | 'last') => ['', '', ...answers.map((answer) => answer[name] ?? '')]
  const value = isNumber(dataType) ? raw("CAST(nullif(i.value, '') AS FLOAT8)") : raw('i.value')
  const column = (own: readonly string[]) => sql`unnest(CAST(${own} AS TEXT[]))`
  const isAnswer = raw(`i.code > ${NO_ANSWER}`)
  const dayOf = (name: string) => sql`CASE WHEN ${isAnswer} THEN CAST(nullif(i.${raw(name)}, '') AS DATE) END`
  const rows = isDate
    ? sql`SELECT ${column(codes)} AS code, ${column(texts)} AS value, ${column(day('first'))} AS first, ${column(day('last'))} AS last`
    : sql`SELECT ${column(codes)} AS code, ${column(texts)} AS value`
  return {
    get allIndividuals(): never {
      throw new Error('Distinct answers have no row for each individual.')
    },
    personColumns: raw('i.code'),
    isInPieces: false,
    individuals: EACH_PERSON,
    answerTo: () => ({
      value: sql`CASE WHEN ${isAnswer} THEN ${value} END`,
      hasRecord: raw(`i.code <> ${NO_RECORD}`),
      first: dayOf('first'),
      last: dayOf('last'),
    }),
    isMember: () => null,
    from: () =>
      sql`(SELECT CAST(code AS INTEGER) AS code, ${raw(isDate ? 'value, first, last' : 'value')} FROM (${rows}) listed) i`,
  }
}
