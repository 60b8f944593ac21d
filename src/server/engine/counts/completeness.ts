import * as v from 'valibot'
import type { DownloadCompleteness } from '#contract/downloads.ts'
import { inChunks } from '#domain/chunks.ts'
import { isReadable } from '#server/engine/conditions/shown-value.ts'
import { Answers, type Answer, type Population } from '#server/engine/sources/answers.ts'
import { columnsByTable } from '#server/engine/sources/form-tables.ts'
import { membershipOnFile, membersOf } from '#server/engine/sources/members.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import { batchesOf } from '#server/model/nesting.ts'
import { isCustom, type AnyVariable, type CustomVariable } from '#server/model/variable.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { EMPTY, identifier, join, literal, sql, type Sql } from '#server/platform/db/sql.ts'

/** Custom variables, or questions with several versions, per statement. */
const CUSTOM_AT_ONCE = 25
/** Terms of one sum: databases limit the depth of an expression. */
const TERMS_AT_ONCE = 100

/** The versions of a question, newest first; one variable for most. An answer to any of them is an answer. */
type AskedVersions = readonly [AnyVariable, ...AnyVariable[]]

interface CompletenessQuery extends Pick<Population, 'cohortId' | 'reader'> {
  readonly questions: readonly AskedVersions[]
}

type VariableCompleteness = DownloadCompleteness['variables'][number]

const Collection = v.object({ collection: v.string(), individuals: v.number() })
const Counts = v.object({ collection: v.string(), answered: v.array(v.number()), unknown: v.array(v.number()) })
const Complete = v.object({ missing_place: v.number(), individuals: v.number() })

/** Answers to some questions among the readable members of a cohort: by collection, and of all questions together. */
export async function readCompleteness(
  connection: Connection,
  { questions, ...members }: CompletenessQuery,
): Promise<DownloadCompleteness> {
  const population: Population = { ...members, part: 'readable', leavesOutWithdrawn: true }
  const all = new Answers(connection.dialect, population)
  const collections = await rowsOf(
    connection,
    Collection,
    sql`${all.tables} SELECT collection, CAST(count(*) AS INTEGER) AS individuals FROM person GROUP BY 1 ORDER BY 1`,
  )
  const individuals = collections.reduce((sum, row) => sum + row.individuals, 0)
  const byQuestion = new Map<AskedVersions, Pick<VariableCompleteness, 'answered' | 'unknown'>>()
  for (const some of together(questions)) {
    const counts = await countByCollection(connection, population, some)
    for (const [place, question] of some.entries()) {
      const countsOf = (field: 'answered' | 'unknown') =>
        collections.map(({ collection }) => counts.get(collection)?.[field][place] ?? 0)
      byQuestion.set(question, { answered: countsOf('answered'), unknown: countsOf('unknown') })
    }
  }
  const { complete, lackingOne } = await countComplete(connection, population, questions)
  return {
    individuals,
    complete,
    collections,
    variables: questions.map((question, place) => ({
      variable_name: question[0].name,
      versions: question.length > 1 ? question.map(({ name }) => name) : null,
      answered: byQuestion.get(question)?.answered ?? [],
      unknown: byQuestion.get(question)?.unknown ?? [],
      // A single question left out leaves a table without questions.
      complete_without: questions.length === 1 ? individuals : complete + (lackingOne.get(place) ?? 0),
    })),
  }
}

/** The value [UNK] of a custom variable is no answer here: an analysis cannot use it. */
function isAnswered({ known }: Answer): Sql {
  return sql`(${known} IS NOT NULL)`
}

/** Questions that one statement reads: those of one form, or a few with several sources. */
function together(questions: readonly AskedVersions[]): readonly (readonly AskedVersions[])[] {
  const { ofForms, batches } = byKind(questions)
  return [...ofForms.map((form) => form.columns.map(({ question }) => question)), ...batches]
}

/** Questions with one variable by form, and batches of those that are custom or have several versions. */
function byKind(questions: readonly AskedVersions[]) {
  const asking = new Map<CatalogVariable, AskedVersions>()
  const custom = new Map<CustomVariable, AskedVersions>()
  const joined: AskedVersions[] = []
  for (const question of questions) {
    const [variable, ...older] = question
    if (older.length > 0) joined.push(question)
    else if (isCustom(variable)) custom.set(variable, question)
    else asking.set(variable, question)
  }
  const ofForms = columnsByTable([...asking.keys()]).map(({ table, tableVariables }) => ({
    table,
    columns: tableVariables.flatMap((variable) => {
      const question = asking.get(variable)
      return question ? [{ question, column: variable.columnName }] : []
    }),
  }))
  const batches = [
    ...batchesOf([...custom.keys()], CUSTOM_AT_ONCE).map((some) => some.flatMap((one) => toList(custom.get(one)))),
    ...inChunks(joined, CUSTOM_AT_ONCE),
  ]
  return { ofForms, batches }
}

function toList<Item>(item: Item | undefined): Item[] {
  return item === undefined ? [] : [item]
}

/** Whether an individual answered a version of the question, and has the record of one. */
function outcomesOf(answers: Answers, question: AskedVersions): { readonly isKnown: Sql; readonly hasRecord: Sql } {
  const ofVersions = question.map((variable) => answers.answerTo(variable))
  const any = (conditionOf: (answer: Answer) => Sql) => sql`(${join(ofVersions.map(conditionOf), ' OR ')})`
  return { isKnown: any(isAnswered), hasRecord: any(({ hasRecord }) => hasRecord) }
}

async function countByCollection(connection: Connection, population: Population, questions: readonly AskedVersions[]) {
  const answers = new Answers(connection.dialect, population)
  const outcomes = questions.map((question) => outcomesOf(answers, question))
  const list = (conditions: readonly Sql[]) => {
    const counts = conditions.map((condition) => sql`CAST(count(*) FILTER (WHERE ${condition}) AS INTEGER)`)
    return sql`ARRAY[${join(counts)}]`
  }
  const rows = await rowsOf(
    connection,
    Counts,
    sql`${answers.tables} SELECT collection, ${list(outcomes.map(({ isKnown }) => isKnown))} AS answered,
      ${list(outcomes.map(({ isKnown, hasRecord }) => sql`NOT ${isKnown} AND ${hasRecord}`))} AS unknown
    FROM person GROUP BY collection`,
  )
  return new Map(rows.map((row) => [row.collection, row]))
}

/**
 * The number of individuals with an answer to every question, and, for each question, of those without an answer to it
 * alone. For each individual the answers are counted, and the numbers of their questions are added: if one answer is
 * missing, the sum is short by the number of its question.
 */
async function countComplete(connection: Connection, population: Population, questions: readonly AskedVersions[]) {
  const { cohortId, reader } = population
  const placeOf = new Map(questions.map((question, place) => [question, place]))
  const sumsOf = (answered: readonly (readonly [question: AskedVersions, isAnswered: Sql])[]) => {
    const add = (amount: (question: AskedVersions) => number) =>
      join(
        answered.map(
          ([question, isAnswered]) => sql`CASE WHEN ${isAnswered} THEN ${literal(amount(question))} ELSE 0 END`,
        ),
        ' + ',
      )
    return sql`${add(() => 1)} AS answered, ${add((question) => (placeOf.get(question) ?? 0) + 1)} AS places`
  }
  const { ofForms, batches } = byKind(questions)
  const parts = [
    ...ofForms.flatMap(({ table, columns }) =>
      inChunks(columns, TERMS_AT_ONCE).map((some) => {
        const sums = sumsOf(some.map(({ question, column }) => [question, sql`${identifier(column)} IS NOT NULL`]))
        return sql`SELECT individual_no, ${sums} FROM ${identifier(table)}`
      }),
    ),
    ...batches.map((some) => {
      const answers = new Answers(connection.dialect, population)
      const sums = sumsOf(some.map((question) => [question, outcomesOf(answers, question).isKnown]))
      return sql`SELECT individual_no, answered, places FROM (${answers.tables} SELECT individual_no, ${sums} FROM person) c`
    }),
  ]
  if (parts.length === 0) return { complete: 0, lackingOne: new Map<number, number>() }
  const among = membersOf({ cohortId }, membershipOnFile('i'))
  const total = (questions.length * (questions.length + 1)) / 2
  const rows = await rowsOf(
    connection,
    Complete,
    sql`SELECT CAST(missing_place AS INTEGER) AS missing_place, CAST(count(*) AS INTEGER) AS individuals
      FROM (
        SELECT individual_no, ${literal(total)} - sum(places) AS missing_place FROM (${join(parts, ' UNION ALL ')}) given
        GROUP BY individual_no HAVING sum(answered) >= ${literal(questions.length - 1)}
      ) nearly JOIN individual i USING (individual_no)
      WHERE ${isReadable(reader)} ${among === null ? EMPTY : sql`AND ${among}`}
      GROUP BY 1`,
  )
  const lacking = new Map(rows.map((row) => [row.missing_place - 1, row.individuals]))
  const complete = lacking.get(-1) ?? 0
  lacking.delete(-1)
  return { complete, lackingOne: lacking }
}
