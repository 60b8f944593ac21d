import * as v from 'valibot'
import type { Reader } from '#domain/access.ts'
import { inChunks } from '#domain/chunks.ts'
import { hasSeveralCodes, isCoded, isFlag, isNumber } from '#domain/data-types.ts'
import { UNKNOWN_VALUE, ROOT_COHORT_ID } from '#domain/limits.ts'
import type { CountedNumber } from '#domain/statistics/summary-of-counts.ts'
import { eachCode } from '#server/engine/conditions/shown-value.ts'
import type { Answers, Population } from '#server/engine/sources/answers.ts'
import type { ReadCounts } from '#server/engine/sources/count-answers.ts'
import { type AnyVariable, isCustom, ruleComparesText, tablesOf } from '#server/model/variable.ts'
import { Numbers, Texts, type Connection } from '#server/platform/db/database.ts'
import { EMPTY, join, literal, raw, sql, type Sql } from '#server/platform/db/sql.ts'

/** A row of a description: a variable, or the versions of a question. */
export interface DescribedQuestion {
  readonly dataType: string
  readonly possibleValues: readonly string[]
  /** Newest first: an individual counts with the first version that has an answer. */
  readonly versions: readonly [AnyVariable, ...AnyVariable[]]
}

/** Variables of one data type as one question. */
export function questionOf(versions: DescribedQuestion['versions']): DescribedQuestion {
  const possibleValues = [...new Set(versions.flatMap((version) => version.possibleValues))]
  return { dataType: versions[0].dataType, possibleValues, versions }
}

/** The individuals of a group by outcome, and their answers to one question. */
export interface AnswersOfGroup {
  readonly answered: number
  readonly unknown: number
  readonly noRecord: number
  /** Individuals whose numbers or texts are not read, because the reader may not read their records. */
  readonly notCounted: number
  /** Empty for variables without codes. */
  readonly categories: ReadonlyMap<string, number>
  /** Empty for other types than numbers. A number may be listed several times. */
  readonly numbers: readonly CountedNumber[]
  /** One member of each family of all groups; empty unless families are asked for. */
  readonly drawn: DrawnAnswers
}

/** The answers of those members of a group who are drawn: one of each family, by the seed. */
export interface DrawnAnswers extends Pick<AnswersOfGroup, 'answered' | 'unknown' | 'categories' | 'numbers'> {
  /** Families of all groups, and those of several individuals. */
  readonly families: number
  readonly related: number
}

const [ANSWERED, UNKNOWN, NO_RECORD, NOT_COUNTED, CODE, FAMILIES, DRAWN] = [0, 1, 2, 3, 4, 5, 6] as const

/** Outcomes of drawn individuals follow those of all. */
const DRAWN_UNKNOWN = 7

/** variable, bits, outcome, code, number, count */
const Columns = v.tuple([Numbers, Numbers, Numbers, Texts, Numbers, Numbers])

/** Columns of one statement: more take more memory than they save time. */
const VARIABLES_AT_ONCE = 25

/**
 * Counts answers in each group, and by a variable last in the whole cohort, in the order of the questions. Questions of
 * the same forms share a statement, which joins each form once: a third of the time of a statement for each variable.
 */
export async function describeAnswers(
  connection: Connection,
  read: ReadCounts,
  groups: DescriptionGroups,
  questions: readonly DescribedQuestion[],
  /** Counts families, and draws one member of each by this seed. */
  seed: number | null = null,
): Promise<ReadonlyMap<DescribedQuestion, readonly AnswersOfGroup[]>> {
  const described = new Map<DescribedQuestion, readonly AnswersOfGroup[]>()
  for (const some of byForms(questions)) {
    const countsByPlace = await read(connection, populationOf(groups), {
      rows: (answers) => individualsOf(answers, groups, some, seed),
      counts: (table) =>
        join(
          some.flatMap(({ dataType }, place) => [
            ...countsOf(dataType, { place, table }),
            ...(seed === null || hasSeveralCodes(dataType) ? [] : familiesOf(dataType, { place, table }, groups)),
          ]),
          ' UNION ALL ',
        ),
      cohortIds: groups.cohortIds,
      isReadOnce: seed === null && some.length === 1 && some.every(({ dataType }) => !hasSeveralCodes(dataType)),
      columns: Columns,
      receive: () => receiver(some, widthOf(groups)),
    })
    for (const [place, question] of some.entries()) described.set(question, countsByPlace[place] ?? [])
  }
  return described
}

function byForms(questions: readonly DescribedQuestion[]): DescribedQuestion[][] {
  const byTables = new Map<string, DescribedQuestion[]>()
  for (const question of questions) {
    const key = [...new Set(question.versions.flatMap(tablesOf))].toSorted().join(' ')
    byTables.set(key, [...(byTables.get(key) ?? []), question])
  }
  return [...byTables.values()].flatMap((sameTables) => inChunks(sameTables, VARIABLES_AT_ONCE))
}

/** Numbers and texts of individuals whose records the reader may not read are neither computed with nor compared. */
export function isReadableOnly(variable: AnyVariable): boolean {
  return isNumber(variable.dataType) || (isCustom(variable) && ruleComparesText(variable))
}

/** The declared values; [UNK] is a missing answer here. */
export function listedValues(possibleValues: readonly string[]): string[] {
  return possibleValues.filter((value) => value !== UNKNOWN_VALUE)
}

function individualsOf(
  answers: Answers,
  groups: DescriptionGroups,
  questions: readonly DescribedQuestion[],
  seed: number | null,
): Sql {
  const columns = questions.map((question, place) => {
    const { known, hasRecord } = answerToQuestion(answers, question)
    const isUnread = question.versions.some(isReadableOnly) ? sql`NOT (${answers.isReadable})` : sql`FALSE`
    const outcome = sql`CASE WHEN ${isUnread} THEN ${literal(NOT_COUNTED)} WHEN ${known} IS NOT NULL THEN ${literal(ANSWERED)}
      WHEN ${hasRecord} THEN ${literal(UNKNOWN)} ELSE ${literal(NO_RECORD)} END`
    const isRead = isCoded(question.dataType) || isNumber(question.dataType)
    const value = isRead ? sql`CASE WHEN NOT ${isUnread} THEN ${known} END` : sql`CAST(NULL AS TEXT)`
    return sql`${outcome} AS ${raw(`o${place}`)}, ${value} AS ${raw(`v${place}`)}`
  })
  const draw = seed === null ? EMPTY : sql`, family, ${drawOf(seed)} AS draw`
  return sql`${answers.tables} SELECT * FROM (
      SELECT ${bitsOf(flagsOf(answers, groups))} AS bits, ${join(columns)}${draw} FROM person
    ) grouped WHERE bits > 0`
}

/** A flag without a tick has no answer, so that of flags the newest record counts. */
function answerToQuestion(answers: Answers, { dataType, versions }: DescribedQuestion) {
  const [newest, ...older] = versions.map((version) => answers.answerTo(version))
  if (!newest) throw new Error('A question has at least one variable.')
  if (older.length === 0) return newest
  const all = [newest, ...older]
  const known = isFlag(dataType)
    ? sql`CASE ${join(
        all.map((answer) => sql`WHEN ${answer.hasRecord} THEN ${answer.known}`),
        ' ',
      )} END`
    : sql`coalesce(${join(all.map((answer) => answer.known))})`
  const hasRecord = sql`(${join(
    all.map((answer) => answer.hasRecord),
    ' OR ',
  )})`
  return { known, hasRecord }
}

/** Sorts individuals at random by a seed, the same on each run: the first of a family is drawn. */
export function drawOf(seed: number): Sql {
  return sql`md5(CAST(individual_no AS TEXT) || ${literal(` ${seed}`)})`
}

function countsOf(dataType: string, { place, table }: { readonly place: number; readonly table: Sql }): Sql[] {
  const [outcome, value] = [raw(`o${place}`), raw(`v${place}`)]
  const isNumeric = isNumber(dataType)
  const counted = (name: Sql, code: Sql) => sql`
    SELECT ${literal(place)} AS variable, bits, outcome, ${isNumeric ? sql`CAST(NULL AS TEXT)` : sql`CAST(value AS TEXT)`} AS code,
      ${isNumeric ? sql`coalesce(value, 0)` : sql`CAST(0 AS FLOAT8)`} AS number, CAST(count(*) AS INTEGER) AS count
    FROM (SELECT bits, ${name} AS outcome, ${code} AS value FROM ${table}) answers GROUP BY bits, outcome, value`
  if (!hasSeveralCodes(dataType)) return [counted(outcome, value)]
  // An individual with several codes is counted once as answered, and once for each code.
  return [counted(outcome, sql`CAST(NULL AS TEXT)`), counted(literal(CODE), eachCode(dataType, value))]
}

/**
 * Two statements: the number of families with an individual in a group, and of those with several; and the answers of
 * one individual of each, the first by a hash of number and seed. A flag that is not ticked counts as an answer.
 */
function familiesOf(
  dataType: string,
  { place, table }: { readonly place: number; readonly table: Sql },
  { by, cohortIds }: DescriptionGroups,
): Sql[] {
  const [outcome, value] = [raw(`o${place}`), raw(`v${place}`)]
  const isNumeric = isNumber(dataType)
  // Not the whole cohort beside its groups.
  const isInGroup = sql`(bits & ${literal(2 ** (by ? by.values.length : cohortIds.length) - 1)}) > 0`
  const isTested = isFlag(dataType)
    ? sql`${outcome} IN (${literal(ANSWERED)}, ${literal(UNKNOWN)})`
    : sql`${outcome} = ${literal(ANSWERED)}`
  return [
    sql`
    SELECT ${literal(place)} AS variable, 1 AS bits, ${literal(FAMILIES)} AS outcome, CAST(NULL AS TEXT) AS code,
      CAST(count(*) FILTER (WHERE members > 1) AS FLOAT8) AS number, CAST(count(*) AS INTEGER) AS count
    FROM (SELECT count(*) AS members FROM ${table} WHERE ${isInGroup} AND ${isTested} GROUP BY family) families`,
    sql`
    SELECT ${literal(place)} AS variable, bits, outcome + ${literal(DRAWN)} AS outcome,
      ${isNumeric ? sql`CAST(NULL AS TEXT)` : sql`CAST(value AS TEXT)`} AS code,
      ${isNumeric ? sql`coalesce(value, 0)` : sql`CAST(0 AS FLOAT8)`} AS number, CAST(count(*) AS INTEGER) AS count
    FROM (SELECT DISTINCT ON (family) bits, ${outcome} AS outcome, ${value} AS value FROM ${table}
      WHERE ${isInGroup} AND ${isTested} ORDER BY family, draw) drawn GROUP BY bits, outcome, value`,
  ]
}

interface GroupCounts {
  readonly counts: [answered: number, unknown: number, noRecord: number, notCounted: number]
  readonly categories: Map<string, number>
  readonly numbers: CountedNumber[]
  /** The same counts of the drawn individuals; null within these. */
  readonly drawn: GroupCounts | null
}

function emptyCounts({ dataType, possibleValues }: DescribedQuestion, drawn: GroupCounts | null): GroupCounts {
  return {
    counts: [0, 0, 0, 0],
    categories: new Map(isCoded(dataType) ? listedValues(possibleValues).map((value) => [value, 0]) : []),
    numbers: [],
    drawn,
  }
}

function receiver(questions: readonly DescribedQuestion[], width: number) {
  const countsByPlace = questions.map((question) =>
    Array.from({ length: width }, () => emptyCounts(question, emptyCounts(question, null))),
  )
  const families = questions.map(() => ({ families: 0, related: 0 }))
  const add = (
    groupCounts: GroupCounts,
    outcome: number,
    code: string | null,
    number: number,
    count: number,
    isNumeric: boolean,
  ) => {
    if (outcome === CODE || (outcome === ANSWERED && code !== null)) {
      if (code !== null) groupCounts.categories.set(code, (groupCounts.categories.get(code) ?? 0) + count)
    } else if (outcome === ANSWERED && isNumeric) groupCounts.numbers.push([number, count])
    if (outcome !== CODE)
      groupCounts.counts[
        outcome === ANSWERED || outcome === UNKNOWN || outcome === NO_RECORD ? outcome : NOT_COUNTED
      ] += count
  }
  return {
    take: ([places, bits, outcomes, codes, numbers, counts]: v.InferOutput<typeof Columns>) => {
      for (const [row, count] of counts.entries()) {
        const place = places[row] ?? 0
        const isNumeric = isNumber(questions[place]?.dataType ?? '')
        const outcome = outcomes[row] ?? NOT_COUNTED
        if (outcome === FAMILIES) families[place] = { families: count, related: numbers[row] ?? 0 }
        else
          for (const [group, groupCounts] of (countsByPlace[place] ?? []).entries()) {
            if (!isInBits(bits[row] ?? 0, group)) continue
            const isDrawn = outcome === DRAWN || outcome === DRAWN_UNKNOWN
            const target = isDrawn ? groupCounts.drawn : groupCounts
            const plain = isDrawn ? outcome - DRAWN : outcome
            if (target) add(target, plain, codes[row] ?? null, numbers[row] ?? 0, count, isNumeric)
          }
      }
    },
    result: () =>
      countsByPlace.map((ofGroups, place) =>
        ofGroups.map(({ drawn, ...all }): AnswersOfGroup => {
          const ofFamilies = families[place] ?? { families: 0, related: 0 }
          return { ...answersIn(all), drawn: { ...answersIn(drawn ?? all), ...ofFamilies } }
        }),
      ),
  }
}

function answersIn({
  counts: [answered, unknown, noRecord, notCounted],
  categories,
  numbers,
}: Omit<GroupCounts, 'drawn'>) {
  return { answered, unknown, noRecord, notCounted, categories, numbers }
}

/** The columns of a description: cohorts, which may share individuals, or the categories of a variable in one cohort. */
export interface DescriptionGroups {
  readonly cohortIds: readonly [number, ...number[]]
  readonly by: { readonly variable: AnyVariable; readonly values: readonly string[] } | null
  readonly reader: Reader
  readonly part?: NonNullable<Population['part']>
}

/** The individuals of which the groups are parts. */
function populationOf({ cohortIds, by, reader, part }: DescriptionGroups): Population {
  const [first, ...others] = cohortIds
  return { cohortId: by || others.length === 0 ? first : ROOT_COHORT_ID, reader, ...(part && { part }) }
}

/** For each group, and by a variable last for the whole cohort, whether an individual of `person` is in it; never NULL. */
function flagsOf(answers: Answers, { cohortIds, by }: DescriptionGroups): readonly Sql[] {
  if (!by) return cohortIds.map((cohortId) => sql`(${answers.isMember(cohortId)})`)
  const { known } = answers.answerTo(by.variable)
  return [...by.values.map((value) => sql`coalesce(${known} = ${literal(value)}, FALSE)`), sql`TRUE`]
}

/** The number of groups, and the whole cohort if it is divided by a variable. */
function widthOf({ cohortIds, by }: DescriptionGroups): number {
  return by ? by.values.length + 1 : cohortIds.length
}

/** The groups of an individual as the sum of 2^place. */
function bitsOf(flags: readonly Sql[]): Sql {
  return sql`(${join(
    flags.map((flag, place) => sql`CASE WHEN ${flag} THEN ${literal(2 ** place)} ELSE 0 END`),
    ' + ',
  )})`
}

/** Whether the group is one of those in `bits`. */
function isInBits(bits: number, place: number): boolean {
  return ((bits >>> place) & 1) === 1
}
