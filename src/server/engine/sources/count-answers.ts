import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { aggregatedVariable, aggregateOfAnswers } from '#server/engine/sources/aggregate.ts'
import type { AnswerSource } from '#server/engine/sources/answer-source.ts'
import { Answers, type Population } from '#server/engine/sources/answers.ts'
import {
  ColumnCache,
  FormTablesWithStored,
  type CachedTablesOptions,
  INDIVIDUALS,
  membershipKey,
  membershipTable,
} from '#server/engine/sources/column-cache.ts'
import { FormTables } from '#server/engine/sources/form-tables.ts'
import { membershipBy, membersOf, type Members } from '#server/engine/sources/members.ts'
import type { AnyVariable } from '#server/model/variable.ts'
import { createTablesInMemory, type TableInMemory } from '#server/platform/cache/tables-in-memory.ts'
import { readDataVersion } from '#server/platform/db/data-version.ts'
import { eachColumns, Numbers, rowsOf, Texts, type Connection, type Database } from '#server/platform/db/database.ts'
import { MEMORY } from '#server/platform/db/duckdb/open.ts'
import { sql, type Sql, EMPTY, raw, join, literal } from '#server/platform/db/sql.ts'

/**
 * Form tables, joined to a table in memory of the members of some cohorts: for statements over many columns of these
 * cohorts, which would evict the columns of frequent statements.
 */
class MembersInMemory extends FormTablesWithStored {
  override readonly personColumns = raw('i.individual_no, i.collection, i.family, i.bits')
  readonly #name: string
  readonly #cohortIds: readonly number[]

  constructor(options: CachedTablesOptions, cohortIds: readonly number[]) {
    super(options)
    const { tables, nameOf } = options
    this.#cohortIds = cohortIds.filter((cohortId) => cohortId !== ROOT_COHORT_ID)
    tables.set('people', INDIVIDUALS)
    const key = `members ${cohortIds.join(' ')}`
    for (const cohortId of this.#cohortIds) tables.set(membershipKey(cohortId), membershipTable(cohortId))
    tables.set(key, membersTable(this.#cohortIds, cohortIds.length > this.#cohortIds.length, nameOf))
    this.#name = nameOf(key)
  }

  override isMember(cohortId: number): Sql | null {
    if (cohortId === ROOT_COHORT_ID) return null
    return sql`((i.bits >> ${literal(this.#cohortIds.indexOf(cohortId))}) & 1 = 1)`
  }

  override from(members: Members): Sql {
    const among = membersOf(
      members,
      membershipBy((cohortId) => this.isMember(cohortId) ?? sql`TRUE`),
    )
    return sql`${raw(this.#name)} i ${this.joins()}${among === null ? EMPTY : sql` WHERE ${among}`}`
  }
}

/** A row for each individual of any of the cohorts; bit n of `bits` is the membership of the nth one. */
function membersTable(
  cohortIds: readonly number[],
  hasEveryone: boolean,
  nameOf: (key: string) => string,
): TableInMemory {
  const individuals = raw(nameOf('people'))
  const joined = cohortIds.map((cohortId, place) => raw(`POSITIONAL JOIN ${nameOf(membershipKey(cohortId))} c${place}`))
  const bits = cohortIds.map((_, place) => raw(`CASE WHEN c${place}.is_member THEN ${2 ** place} ELSE 0 END`))
  const sum = bits.length === 0 ? literal(0) : join(bits, ' + ')
  return {
    select: sql`SELECT i.individual_no, i.collection, i.family, CAST(${sum} AS INTEGER) AS bits
      FROM ${individuals} i ${join(joined, ' ')} WHERE ${hasEveryone ? sql`TRUE` : sql`${sum} > 0`}`,
    bytesOfRow: literal(16),
    participants: sql`(SELECT count(*) FROM ${individuals})`,
  }
}

/** The rows of a statement over the answers of a population. */
export type ReadAnswers = <Schema extends v.GenericSchema>(
  connection: Connection,
  population: Population,
  row: Schema,
  statement: (answers: Answers) => Sql,
) => Promise<v.InferOutput<Schema>[]>

/** Bypasses the column cache: a rare statement would evict the columns of frequent ones. */
export const readFromFile: ReadAnswers = (connection, population, row, statement) =>
  rowsOf(connection, row, statement(new Answers(connection.dialect, population)))

/** A stratum and its number in the database. */
export const StratumRow = v.object({
  collection: v.string(),
  study_id: v.string(),
  consent: v.nullable(v.string()),
  dx_nimh: v.nullable(v.string()),
  origin_no: v.number(),
})

export type Stratum = Omit<v.InferOutput<typeof StratumRow>, 'origin_no'>
type Strata = ReadonlyMap<number, Stratum>

/** How many individuals of a stratum have a value; `state` is the statement's own. */
export interface StratumCount {
  readonly stratum: Stratum
  readonly state: number
  readonly value: string | null
  readonly count: number
}

/** Counts individuals by the column cache and aggregates. Not for use in a transaction, whose changes it does not see. */
export interface CountAnswers {
  readonly rows: ReadAnswers
  /** From the form tables, with stored places of nested custom variables: for statements that return individuals. */
  readonly individuals: ReadAnswers
  /** For statements of one variable that count the individuals of each row (`answers.individuals`). */
  readonly rowsOf: (variable: AnyVariable) => ReadAnswers
  /** The columns of the statement are `state`, `value`, `origin_no` and `count`. */
  readonly byStratum: (
    connection: Connection,
    population: Population,
    statement: (answers: Answers) => Sql,
  ) => Promise<StratumCount[]>
  readonly counts: ReadCounts
}

/** A statement that reads the individuals of a population once, and counts them several times. */
export interface CountedStatement<Schema, Result> {
  /** The population is a part of these cohorts. */
  readonly cohortIds: readonly number[]
  /** The columns of the individuals, after `answers.tables`. */
  readonly rows: (answers: Answers) => Sql
  /** Counts over the table with these columns. */
  readonly counts: (table: Sql) => Sql
  /** Whether the counts read the table once. */
  readonly isReadOnce: boolean
  readonly columns: Schema
  /** The receiver of the counts, in chunks; a new one if the statement is repeated. */
  readonly receive: () => {
    readonly take: (columns: v.InferOutput<Schema & v.GenericSchema>) => void
    readonly result: () => Result
  }
}

/** Reads members from memory, and their answers from the forms. */
export type ReadCounts = <Schema extends v.GenericSchema, Result>(
  connection: Connection,
  population: Population,
  statement: CountedStatement<Schema, Result>,
) => Promise<Result>

/** state, value, origin_no and count */
const CountColumns = v.tuple([Numbers, Texts, Numbers, Numbers])

/** Without a database in memory, and where `hasCache` is false, it reads the form tables of the connection. */
export function createCountAnswers(database: Database, hasCache = database.hasMemoryBeside): CountAnswers {
  const tables = createTablesInMemory(database)
  let cached: { readonly version: string; readonly strata: Strata } | null = null

  /** A concurrent request may have forgotten the version already. */
  function forget(version: string): void {
    if (cached?.version === version) cached = null
  }

  /** Repeats the query if the data version changed during it: the cached tables may be older than the result. */
  async function whileUnchanged<Result>(
    connection: Connection,
    read: (version: string, strata: Strata) => Promise<Result>,
  ): Promise<Result> {
    for (;;) {
      const { version, strata } = (cached ??= await readVersionAndStrata(connection))
      const outcome = await read(version, strata).then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      )
      const isUnchanged = (await readDataVersion(connection)) === version
      if (isUnchanged && 'result' in outcome) return outcome.result
      forget(version)
      if (isUnchanged && 'error' in outcome) throw outcome.error
    }
  }

  /** Runs a statement while all tables that it reads are in memory. */
  async function query<Result>(
    { dialect }: Connection,
    { population, version, statement, makeSource }: Query,
    run: (statement: Sql) => Promise<Result>,
  ): Promise<Result> {
    if (!hasCache) {
      return run(
        statement(new Answers(dialect, population, new FormTables(dialect, { hasStrata: !database.hasMemoryBeside }))),
      )
    }
    const keyOf = (name: string) => `${version} ${name}`
    const read = new Map<string, TableInMemory>()
    const nameOf = (name: string) => tables.nameOf(keyOf(name))
    const written = statement(new Answers(dialect, population, makeSource({ dialect, tables: read, nameOf })))
    // Only a written statement has named all tables that it reads.
    written.write()
    const wanted = new Map([...read].map(([name, table]) => [keyOf(name), table]))
    return tables.lease(wanted, (sizes) => {
      // A form with two rows of one individual would shift all following rows by one.
      if (new Set(sizes.values()).size > 1) throw new Error('A table of answers has not one row for each person.')
      return run(written)
    })
  }

  const rowsFrom =
    (sourceFor: (population: Population) => MakeSource): ReadAnswers =>
    (connection, population, row, statement) =>
      whileUnchanged(connection, (version) =>
        query(connection, { population, version, statement, makeSource: sourceFor(population) }, (written) =>
          rowsOf(connection, row, written),
        ),
      )

  return {
    rows: rowsFrom(() => columnCache),
    individuals: rowsFrom(() => formTables),
    rowsOf: (variable) => rowsFrom((population) => sourceOf(population, variable)),
    counts: (connection, population, { cohortIds, rows, counts, columns, receive, isReadOnce }) =>
      whileUnchanged(connection, (version) => {
        const makeSource: MakeSource = (options) => new MembersInMemory(options, cohortIds)
        return query(connection, { population, version, statement: rows, makeSource }, (written) =>
          withWorkingTable(database, connection, { rows: written, isReadOnce }, async (from, table) => {
            let received = receive()
            await eachColumns(connection, columns, sql`${from} ${counts(table)}`, () => {
              received = receive()
              return received.take
            })
            return received.result()
          }),
        )
      }),
    byStratum: (connection, population, statement) =>
      whileUnchanged(connection, (version, strata) =>
        query(connection, { population, version, statement, makeSource: columnCache }, (written) =>
          readStratumCounts(connection, strata, written),
        ),
      ),
  }
}

interface Query {
  readonly population: Population
  readonly version: string
  readonly statement: (answers: Answers) => Sql
  readonly makeSource: MakeSource
}

/** By columns: distinct texts may be as many as individuals. */
async function readStratumCounts(connection: Connection, strata: Strata, statement: Sql): Promise<StratumCount[]> {
  let counts: StratumCount[] = []
  await eachColumns(connection, CountColumns, statement, () => {
    counts = []
    return ([states, texts, places, numbers]) => {
      for (const [row, count] of numbers.entries()) {
        const stratum = requireStratum(strata, places[row])
        counts.push({ state: states[row] ?? 0, value: texts[row] ?? null, count, stratum })
      }
    }
  })
  return counts
}

type MakeSource = (options: CachedTablesOptions) => AnswerSource

const columnCache: MakeSource = (options) => new ColumnCache(options)

const formTables: MakeSource = (options) => new FormTablesWithStored(options)

function sourceOf({ cohortId, combined }: Population, variable: AnyVariable): MakeSource {
  const aggregated = combined ? null : aggregatedVariable(variable)
  return aggregated ? (options) => aggregateOfAnswers(options, cohortId, aggregated) : columnCache
}

async function readVersionAndStrata(connection: Connection) {
  const version = await readDataVersion(connection)
  const rows = await rowsOf(connection, StratumRow, connection.dialect.strata)
  return { version, strata: new Map(rows.map(({ origin_no, ...stratum }) => [origin_no, stratum])) }
}

function requireStratum(strata: Strata, number: number | undefined): Stratum {
  const stratum = number === undefined ? undefined : strata.get(number)
  if (!stratum) throw new Error(`There is no stratum ${number}.`)
  return stratum
}

/**
 * Runs `work` on the rows of a statement. DuckDB reads a table in memory four times as fast as a materialized part of a
 * statement; other databases keep the rows within the statement. `work` gets its `WITH` clause and the table.
 */
async function withWorkingTable<Result>(
  database: Database,
  connection: Connection,
  { rows, isReadOnce }: { readonly rows: Sql; readonly isReadOnce: boolean },
  work: (from: Sql, table: Sql) => Promise<Result>,
): Promise<Result> {
  if (isReadOnce || !database.hasMemoryBeside)
    return work(sql`WITH working AS ${raw(isReadOnce ? 'NOT MATERIALIZED' : 'MATERIALIZED')} (${rows})`, raw('working'))
  const table = raw(`${MEMORY}.t${randomUUID().replaceAll('-', '')}`)
  try {
    await connection.run(sql`CREATE TABLE ${table} AS ${rows}`)
    return await work(EMPTY, table)
  } finally {
    // The request's own connection may be aborted.
    await database.withConnection((leased) => leased.run(sql`DROP TABLE IF EXISTS ${table}`))
  }
}
