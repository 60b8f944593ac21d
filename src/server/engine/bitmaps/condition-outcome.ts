import * as v from 'valibot'
import { countingEveryone, READS_EVERYTHING, type Reader } from '#domain/access.ts'
import type { Condition } from '#domain/conditions/constraint.ts'
import { isDateType, isNumber } from '#domain/data-types.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import {
  hasRecord,
  outcomeSets,
  type AnswerCodes,
  FIRST_ANSWER,
  NO_ANSWER,
  NO_RECORD,
} from '#server/engine/bitmaps/answer-codes.ts'
import type { BitmapData, TestedVariable } from '#server/engine/bitmaps/bitmap-data.ts'
import { inAny, intersect, unite, without, type Bitmap } from '#server/engine/bitmaps/bitmap.ts'
import { customCodes, UNPLACED_CODE } from '#server/engine/bitmaps/custom-codes.ts'
import { atPlaces } from '#server/engine/bitmaps/membership.ts'
import type { LeafOutcome } from '#server/engine/bitmaps/rule-outcomes.ts'
import { conditionSql } from '#server/engine/conditions/comparison.ts'
import { placesOf, UNPLACED, type Certainty } from '#server/engine/conditions/place-sets.ts'
import { EACH_PERSON, type AnswerSource } from '#server/engine/sources/answer-source.ts'
import { Answers } from '#server/engine/sources/answers.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import {
  conditionComparesText,
  contentOf,
  hasPlaces,
  isCustom,
  type AnyVariable,
  type CustomVariable,
} from '#server/model/variable.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { join, raw, sql, type Sql, EMPTY, identifier } from '#server/platform/db/sql.ts'

const Outcome = v.object({ code: v.number(), outcome: v.nullable(v.boolean()) })

/** The outcomes of a condition by code, as by the database; null is unknown. As of a reader who may read all texts. */
async function outcomesByCode(
  connection: Connection,
  variable: CatalogVariable,
  condition: Condition,
  answers: AnswerCodes['answers'],
): Promise<readonly (boolean | null)[]> {
  const source = distinctAnswers(variable, answers)
  const reader = { isAdmin: true, collections: [] }
  const distinct = new Answers(connection.dialect, { cohortId: ROOT_COHORT_ID, reader }, source)
  const outcome = conditionSql(distinct.answerTo(variable), condition, connection.dialect)
  const rows = await rowsOf(connection, Outcome, sql`${distinct.tables} SELECT code, ${outcome} AS outcome FROM person`)
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
  const column = (coded: readonly string[]) => sql`unnest(CAST(${coded} AS TEXT[]))`
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

/** The outcomes of a condition over all individuals. */
export async function conditionOutcome(data: BitmapData, tested: TestedVariable): Promise<LeafOutcome> {
  const { variable, condition } = tested
  const reader = countingEveryone(tested.reader)
  if (!isCustom(variable)) return outcomeOfAnswers(data, { variable, condition, reader })
  const ofEveryone = { variable, condition, reader }
  return data.keptOutcome(keyOf(ofEveryone), async (shared) =>
    hasPlaces(variable)
      ? outcomeOfCodes(shared, ofEveryone, await customCodes(shared, variable, reader))
      : outcomeBySql(shared, ofEveryone),
  )
}

/** The individuals whose records a reader may see. */
export function readableBy({ isAdmin, collections }: Reader, { individuals }: Pick<BitmapData, 'individuals'>): Bitmap {
  const { all, byCollection } = individuals
  if (isAdmin) return all
  return inAny(
    collections.flatMap((collection) => byCollection.get(collection) ?? []),
    all,
  )
}

async function outcomeOfAnswers(data: BitmapData, tested: TestedVariable<CatalogVariable>): Promise<LeafOutcome> {
  const { variable, condition, reader } = tested
  const outcome = await data.keptOutcome(keyOf({ ...tested, reader: READS_EVERYTHING }), async (shared) => {
    const codes = await shared.codesOf(variable)
    return codes ? outcomeOfCodes(shared, tested, codes) : outcomeOfForm(shared, tested)
  })
  if (reader.isAdmin || !conditionComparesText(variable, condition)) return outcome
  const readable = readableBy(reader, data)
  return { ...outcome, yes: intersect(outcome.yes, readable), no: intersect(outcome.no, readable) }
}

/** The outcome of a condition for each code; null is unknown. As of a reader who may read all texts. */
export type OutcomeOfCode = (code: number) => boolean | null

export async function outcomeOfCode(
  data: BitmapData,
  { variable, condition }: Pick<TestedVariable, 'variable' | 'condition'>,
  coded: AnswerCodes,
): Promise<OutcomeOfCode> {
  if (isCustom(variable)) return outcomeOfPlace(variable, condition, coded)
  const outcomes = await data.keptOutcomesByCode(keyOf({ variable, condition, reader: READS_EVERYTHING }), (shared) =>
    outcomesByCode(shared.connection, variable, condition, coded.answers),
  )
  return (code) => outcomes[code] ?? null
}

function outcomeOfPlace(variable: CustomVariable, condition: Condition, coded: AnswerCodes): OutcomeOfCode {
  if (condition.operator === 'EXISTS') return (code) => hasRecord(coded, code)
  const among = (how: Certainty) => placesOf(variable, condition, how)
  const [surely, possibly] = [among('surely'), among('possibly')]
  return (code) => {
    const place = code < UNPLACED_CODE ? UNPLACED : placeOfCode(variable, code)
    if (surely.has(place)) return true
    return possibly.has(place) ? null : false
  }
}

/** The codes of individuals without a record repeat those of the others. */
function placeOfCode({ possibleValues }: CustomVariable, code: number): number {
  return ((code - UNPLACED_CODE) % (possibleValues.length + 1)) + UNPLACED
}

async function outcomeOfCodes(data: BitmapData, tested: TestedVariable, coded: AnswerCodes): Promise<LeafOutcome> {
  return outcomeSets(coded, await outcomeOfCode(data, tested, coded))
}

const Sets = v.object({ yes: v.unknown(), no: v.unknown(), has_record: v.unknown() })
/** The outcome for a variable without codes, from the rows of its form. Individuals without a record have one outcome. */
async function outcomeOfForm(
  { connection, individuals }: BitmapData,
  { variable, condition }: TestedVariable<CatalogVariable>,
): Promise<LeafOutcome> {
  const { dialect } = connection
  const answers = new Answers(dialect, { cohortId: ROOT_COHORT_ID, reader: READS_EVERYTHING }, formRows(variable))
  const answer = answers.answerTo(variable)
  const outcome = conditionSql(answer, condition, dialect)
  const [row] = await rowsOf(connection, Sets, setsOf(answers, outcome, answer.hasRecord, individuals.placeOf.length))
  const [yes, no, recorded] = [row?.yes, row?.no, row?.has_record].map((set) =>
    atPlaces(dialect.numbersOf(set), individuals),
  )
  if (!yes || !no || !recorded) throw new Error('A condition has three sets.')
  const [ofOthers = null] = await outcomesByCode(connection, variable, condition, [])
  const others = without(individuals.all, recorded)
  return {
    yes: ofOthers === true ? unite(yes, others) : yes,
    no: ofOthers === false ? unite(no, others) : no,
    hasRecord: recorded,
  }
}

function setsOf(answers: Answers, outcome: Sql, hasRecord: Sql, size: number): Sql {
  const { dialect } = answers
  const setOf = (test: string) => sql`${dialect.setOfNumbers(sql`individual_no`, size)} FILTER (WHERE ${raw(test)})`
  const sets = [sql`${setOf('o')} AS yes`, sql`${setOf('NOT o')} AS no`, sql`${setOf('h')} AS has_record`]
  return sql`${answers.tables} SELECT ${join(sets)} FROM (SELECT individual_no, ${outcome} AS o, ${hasRecord} AS h FROM person) tested`
}

/** The outcome for a custom variable without codes, such as a score. */
async function outcomeBySql(
  { connection, count, individuals }: BitmapData,
  { variable, condition, reader }: TestedVariable,
): Promise<LeafOutcome> {
  const { dialect } = connection
  const [row] = await count.rows(connection, { cohortId: ROOT_COHORT_ID, reader }, Sets, (answers) => {
    const answer = answers.answerTo(variable)
    return setsOf(answers, conditionSql(answer, condition, dialect), answer.hasRecord, individuals.placeOf.length)
  })
  const bitmap = (set: unknown) => atPlaces(dialect.numbersOf(set), individuals)
  return { yes: bitmap(row?.yes), no: bitmap(row?.no), hasRecord: bitmap(row?.has_record) }
}

/** Equal for conditions with equal outcomes. */
function keyOf({ variable, condition: { operator, values }, reader }: TestedVariable): string {
  const isShared = reader.isAdmin || !conditionComparesText(variable, { operator, values })
  return JSON.stringify([variableKey(variable), operator, values, ...(isShared ? [] : [reader.collections.toSorted()])])
}

function variableKey(variable: AnyVariable): unknown {
  if (isCustom(variable)) return contentOf(variable)
  const { tableName, columnName, dataType, possibleValues } = variable
  return [tableName, columnName, dataType, possibleValues]
}

/** The rows of one variable's form. Reading them takes a tenth of the time of joining the form to all individuals. */
function formRows({ tableName, columnName, dataType }: CatalogVariable): AnswerSource {
  const column = (suffix: string) => identifier(`${columnName}${suffix}`)
  const days = isDateType(dataType) ? sql`, ${column('__first')} AS first, ${column('__last')} AS last` : EMPTY
  return {
    get allIndividuals(): never {
      throw new Error('The rows of a form are not all individuals.')
    },
    personColumns: raw('i.individual_no'),
    isInPieces: false,
    individuals: EACH_PERSON,
    answerTo: () => ({
      value: raw('i.value'),
      hasRecord: raw('TRUE'),
      first: raw('i.first'),
      last: raw('i.last'),
    }),
    isMember: () => null,
    from: () => sql`(SELECT individual_no, ${column('')} AS value${days} FROM ${identifier(tableName)}) i`,
  }
}
