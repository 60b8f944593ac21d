import * as v from 'valibot'
import { Answers, type Population } from '#server/queries/answers.ts'
import { CopiesInMemory } from '#server/queries/copies-in-memory.ts'
import { readOrigins, type Origin } from '#server/queries/origins.ts'
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
  const answers = new Answers(population)
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
  /** The statement answers the columns of an OriginCount, with `origin_no` for where the people belong. */
  readonly byOrigin: (
    connection: Connection,
    population: Population,
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
  ): Promise<v.InferOutput<Schema>[]> {
    const keyOf = (name: string) => `${version} ${name}`
    const copied = new Map<string, TableInMemory>()
    const answers = new Answers(
      population,
      (parameters) => new CopiesInMemory({ copied, nameOf: (name) => tables.nameOf(keyOf(name)), parameters }),
    )
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
    byOrigin: (connection, population, statement) =>
      whileUnchanged(connection, async (version, origins) => {
        const rows = await rowsWith(connection, version, population, CountRow, statement)
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

async function readKept(connection: Connection) {
  return { version: await readDataVersion(connection), origins: readOrigins(connection) }
}

function requireOrigin(origins: ReadonlyMap<number, Origin>, number: number): Origin {
  const origin = origins.get(number)
  if (!origin) throw new Error(`There is no origin ${number}.`)
  return origin
}
