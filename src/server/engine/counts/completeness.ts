import * as v from 'valibot'
import type { DownloadCompleteness } from '#contract/downloads.ts'
import { inChunks } from '#domain/chunks.ts'
import { isReadable } from '#server/engine/conditions/shown-value.ts'
import { Answers, type Answer, type Population } from '#server/engine/sources/answers.ts'
import { columnsByTable } from '#server/engine/sources/form-tables.ts'
import { membershipOnFile, membersOf } from '#server/engine/sources/members.ts'
import { batchesOf } from '#server/model/nesting.ts'
import { isCustom, type AnyVariable } from '#server/model/variable.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { EMPTY, identifier, join, literal, sql, type Sql } from '#server/platform/db/sql.ts'

/** Custom variables per statement. */
const CUSTOM_AT_ONCE = 25
/** Terms of one sum: databases limit the depth of an expression. */
const TERMS_AT_ONCE = 100

interface CompletenessQuery extends Pick<Population, 'cohortId' | 'reader'> {
  readonly variables: readonly AnyVariable[]
}

type VariableCompleteness = DownloadCompleteness['variables'][number]

const Collection = v.object({ collection: v.string(), individuals: v.number() })
const Counts = v.object({ collection: v.string(), answered: v.array(v.number()), unknown: v.array(v.number()) })
const Complete = v.object({ missing_place: v.number(), individuals: v.number() })

/** Answers to some variables among the readable members of a cohort: by collection, and of all variables together. */
export async function readCompleteness(
  connection: Connection,
  { variables, ...members }: CompletenessQuery,
): Promise<DownloadCompleteness> {
  const population: Population = { ...members, part: 'readable', leavesOutWithdrawn: true }
  const all = new Answers(connection.dialect, population)
  const collections = await rowsOf(
    connection,
    Collection,
    sql`${all.tables} SELECT collection, CAST(count(*) AS INTEGER) AS individuals FROM person GROUP BY 1 ORDER BY 1`,
  )
  const individuals = collections.reduce((sum, row) => sum + row.individuals, 0)
  const byVariable = new Map<AnyVariable, Pick<VariableCompleteness, 'answered' | 'unknown'>>()
  for (const some of together(variables)) {
    const counts = await countByCollection(connection, population, some)
    for (const [place, variable] of some.entries()) {
      const countsOf = (field: 'answered' | 'unknown') =>
        collections.map(({ collection }) => counts.get(collection)?.[field][place] ?? 0)
      byVariable.set(variable, { answered: countsOf('answered'), unknown: countsOf('unknown') })
    }
  }
  const { complete, lackingOne } = await countComplete(connection, population, variables)
  return {
    individuals,
    complete,
    collections,
    variables: variables.map((variable, place) => ({
      variable_name: variable.name,
      answered: byVariable.get(variable)?.answered ?? [],
      unknown: byVariable.get(variable)?.unknown ?? [],
      // A single variable left out leaves a table without variables.
      complete_without: variables.length === 1 ? individuals : complete + (lackingOne.get(place) ?? 0),
    })),
  }
}

/** The value [UNK] of a custom variable is no answer here: an analysis cannot use it. */
function isAnswered({ known }: Answer): Sql {
  return sql`(${known} IS NOT NULL)`
}

/** Variables that one statement reads: those of one form, or a few custom ones. */
function together(variables: readonly AnyVariable[]): readonly (readonly AnyVariable[])[] {
  return [
    ...columnsByTable(variables.filter((variable) => !isCustom(variable))).map(({ tableVariables }) => tableVariables),
    ...batchesOf(variables.filter(isCustom), CUSTOM_AT_ONCE),
  ]
}

async function countByCollection(connection: Connection, population: Population, variables: readonly AnyVariable[]) {
  const answers = new Answers(connection.dialect, population)
  const list = (conditionOf: (answer: Answer) => Sql) => {
    const counts = variables.map((variable) => {
      const condition = conditionOf(answers.answerTo(variable))
      return sql`CAST(count(*) FILTER (WHERE ${condition}) AS INTEGER)`
    })
    return sql`ARRAY[${join(counts)}]`
  }
  const rows = await rowsOf(
    connection,
    Counts,
    sql`${answers.tables} SELECT collection, ${list(isAnswered)} AS answered,
      ${list((answer) => sql`NOT ${isAnswered(answer)} AND ${answer.hasRecord}`)} AS unknown
    FROM person GROUP BY collection`,
  )
  return new Map(rows.map((row) => [row.collection, row]))
}

/**
 * The number of individuals with an answer to every variable, and, for each variable, of those without an answer to it
 * alone. For each individual the answers are counted, and the numbers of their columns are added: if one answer is
 * missing, the sum is short by the number of its column.
 */
async function countComplete(connection: Connection, population: Population, variables: readonly AnyVariable[]) {
  const { cohortId, reader } = population
  const placeOf = new Map(variables.map((variable, place) => [variable, place]))
  const sumsOf = <Own extends AnyVariable>(ofKind: readonly Own[], isAnswered: (variable: Own) => Sql) => {
    const add = (amount: (variable: Own) => number) =>
      join(
        ofKind.map((variable) => sql`CASE WHEN ${isAnswered(variable)} THEN ${literal(amount(variable))} ELSE 0 END`),
        ' + ',
      )
    return sql`${add(() => 1)} AS answered, ${add((variable) => (placeOf.get(variable) ?? 0) + 1)} AS places`
  }
  const parts = [
    ...columnsByTable(variables.filter((variable) => !isCustom(variable))).flatMap(({ table, tableVariables }) =>
      inChunks(tableVariables, TERMS_AT_ONCE).map((some) => {
        const sums = sumsOf(some, ({ columnName }) => sql`${identifier(columnName)} IS NOT NULL`)
        return sql`SELECT individual_no, ${sums} FROM ${identifier(table)}`
      }),
    ),
    ...batchesOf(variables.filter(isCustom), CUSTOM_AT_ONCE).map((some) => {
      const answers = new Answers(connection.dialect, population)
      const sums = sumsOf(some, (variable) => isAnswered(answers.answerTo(variable)))
      return sql`SELECT individual_no, answered, places FROM (${answers.tables} SELECT individual_no, ${sums} FROM person) c`
    }),
  ]
  if (parts.length === 0) return { complete: 0, lackingOne: new Map<number, number>() }
  const among = membersOf({ cohortId }, membershipOnFile('i'))
  const total = (variables.length * (variables.length + 1)) / 2
  const rows = await rowsOf(
    connection,
    Complete,
    sql`SELECT CAST(missing_place AS INTEGER) AS missing_place, CAST(count(*) AS INTEGER) AS individuals
      FROM (
        SELECT individual_no, ${literal(total)} - sum(places) AS missing_place FROM (${join(parts, ' UNION ALL ')}) given
        GROUP BY individual_no HAVING sum(answered) >= ${literal(variables.length - 1)}
      ) nearly JOIN individual i USING (individual_no)
      WHERE ${isReadable(reader)} ${among === null ? EMPTY : sql`AND ${among}`}
      GROUP BY 1`,
  )
  const lacking = new Map(rows.map((row) => [row.missing_place - 1, row.individuals]))
  const complete = lacking.get(-1) ?? 0
  lacking.delete(-1)
  return { complete, lackingOne: lacking }
}
