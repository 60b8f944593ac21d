import * as v from 'valibot'
import type { AnyVariable } from '#server/catalog/variable.ts'
import { Answers, type Population } from '#server/queries/answers.ts'
import type { AnswerSource } from '#server/queries/answer-source.ts'
import { CopiesInMemory, type CopiesOptions } from '#server/queries/copies-in-memory.ts'
import { readOrigins, type Origin } from '#server/queries/origins.ts'
import { TallyInMemory, talliedVariable } from '#server/queries/tally-in-memory.ts'
import { readDataVersion } from '#server/storage/data-version.ts'
import { rowsOf, type Connection, type Database } from '#server/storage/database.ts'
import { createTablesInMemory, type TableInMemory } from '#server/storage/tables-in-memory.ts'

/** The rows of a statement over the answers of a population. */
export type ReadAnswers = <Schema extends v.GenericSchema>(
  connection: Connection,
  population: Population,
  row: Schema,
  statement: (answers: Answers) => string,
) => Promise<v.InferOutput<Schema>[]>

/** Reads what is asked once, or by few: it would only push out of memory what many ask for. */
export const readFromFile: ReadAnswers = (connection, population, row, statement) => {
  const answers = new Answers(connection, population)
  return rowsOf(connection, row, statement(answers), answers.parameters.values)
}

/** How many people of an origin have a value; `state` is the statement's own. */
export interface OriginCount {
  readonly origin: Origin
  readonly state: number
  readonly value: string | null
  readonly count: number
}

/**
 * Counts people by copies of the data in memory. Not to be used within a transaction: it does not see what is made
 * after it began.
 */
export interface CountAnswers {
  readonly rows: ReadAnswers
  /** For statements that ask for one variable alone and count the people that rows stand for (`answers.people`). */
  readonly rowsOf: (variable: AnyVariable) => ReadAnswers
  /** Likewise; the statement answers the columns of an OriginCount, with `origin_no` for where the people belong. */
  readonly byOrigin: (
    connection: Connection,
    population: Population,
    variable: AnyVariable | null,
    statement: (answers: Answers) => string,
  ) => Promise<OriginCount[]>
}

const CountRow = v.object({
  state: v.number(),
  value: v.nullable(v.string()),
  origin_no: v.number(),
  count: v.number(),
})

export function createCountAnswers(database: Database): CountAnswers {
  const tables = createTablesInMemory(database)
  let kept: { readonly version: string; readonly origins: Promise<ReadonlyMap<number, Origin>> } | null = null

  /** Reads anew where the data changed meanwhile: copies may have been made before, or in the midst of it. */
  async function whileUnchanged<Result>(
    connection: Connection,
    read: (version: string, origins: Promise<ReadonlyMap<number, Origin>>) => Promise<Result>,
  ): Promise<Result> {
    for (;;) {
      const { version, origins } = (kept ??= await readKept(connection))
      const outcome = await read(version, origins).then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      )
      const isUnchanged = (await readDataVersion(connection)) === version
      if (isUnchanged && 'result' in outcome) return outcome.result
      if (kept.version === version) kept = null
      if (isUnchanged && 'error' in outcome) throw outcome.error
    }
  }

  async function rowsWith<Schema extends v.GenericSchema>(
    connection: Connection,
    version: string,
    population: Population,
    row: Schema,
    statement: (answers: Answers) => string,
    makeSource: MakeSource = copiesOf,
  ): Promise<v.InferOutput<Schema>[]> {
    const keyOf = (name: string) => `${version} ${name}`
    const copied = new Map<string, TableInMemory>()
    const nameOf = (name: string) => tables.nameOf(keyOf(name))
    const answers = new Answers(connection, population, (parameters) => makeSource({ copied, nameOf, parameters }))
    const sql = statement(answers)
    const wanted = new Map([...copied].map(([name, table]) => [keyOf(name), table]))
    return tables.hold(wanted, (sizes) => {
      // A form with two rows of one person would put everybody after them beside the answers of others.
      if (new Set(sizes.values()).size > 1) throw new Error('A table of answers has not one row for each person.')
      return rowsOf(connection, row, sql, answers.parameters.values)
    })
  }

  return {
    rows: (connection, population, row, statement) =>
      whileUnchanged(connection, (version) => rowsWith(connection, version, population, row, statement)),
    rowsOf: (variable) => (connection, population, row, statement) =>
      whileUnchanged(connection, (version) =>
        rowsWith(connection, version, population, row, statement, sourceOf(population, variable)),
      ),
    byOrigin: (connection, population, variable, statement) =>
      whileUnchanged(connection, async (version, origins) => {
        const makeSource = sourceOf(population, variable)
        const rows = await rowsWith(connection, version, population, CountRow, statement, makeSource)
        const known = await origins
        return rows.map(({ state, value, count, origin_no }) => ({
          state,
          value,
          count,
          origin: requireOrigin(known, origin_no),
        }))
      }),
  }
}

type MakeSource = (options: CopiesOptions) => AnswerSource

const copiesOf: MakeSource = (options) => new CopiesInMemory(options)

function sourceOf({ cohortId, combined }: Population, variable: AnyVariable | null): MakeSource {
  const tallied = variable && !combined ? talliedVariable(variable) : null
  return tallied ? (options) => new TallyInMemory(options, cohortId, tallied) : copiesOf
}

async function readKept(connection: Connection) {
  return { version: await readDataVersion(connection), origins: readOrigins(connection) }
}

function requireOrigin(origins: ReadonlyMap<number, Origin>, number: number): Origin {
  const origin = origins.get(number)
  if (!origin) throw new Error(`There is no origin ${number}.`)
  return origin
}
