import * as v from 'valibot'
import { preparedRowsOf, type Connection } from '#server/platform/db/database.ts'
import { loadOn, type Versions } from '#server/platform/db/scope.ts'
import { sql } from '#server/platform/db/sql.ts'

/** Data version of the stored coverage. */
export const COVERAGE_VERSION = 'coverage_version'

const Fact = v.object({ name: v.string(), value: v.string() })

/** The versions, read once per lease: all reads of one request see the same versions. */
export function versionsOf(connection: Connection): Promise<Versions> {
  const { lease } = connection.scope
  return lease ? (lease.versions ??= readVersions(connection)) : readVersions(connection)
}

/** Changes with the research data or their catalog. */
export async function readDataVersion(connection: Connection): Promise<string> {
  return (await readVersions(connection)).data
}

/** Changes with answers or individuals. */
export async function readAnswersVersion(connection: Connection): Promise<string> {
  return (await readVersions(connection)).answers
}

/** Read for every request: another server may have changed the data that this one caches. */
async function readVersions(connection: Connection): Promise<Versions> {
  // No condition on names: DuckDB's cached plan would keep an empty result.
  const facts = await preparedRowsOf(connection, Fact, `SELECT name, value FROM meta`)
  const valueOf = (name: string) => facts.find((fact) => fact.name === name)?.value ?? ''
  return {
    data: valueOf('data_version'),
    answers: valueOf('answers_version'),
    custom: valueOf('custom_version'),
  }
}

/** Call it in the transaction that changes the data. */
export async function raiseDataVersion(connection: Connection): Promise<void> {
  await raise(connection, 'answers_version')
  await raise(connection, 'data_version')
}

/** Call it in the transaction that changes texts of the catalog, not answers. */
export function raiseCatalogVersion(connection: Connection): Promise<void> {
  return raise(connection, 'data_version')
}

/** Call it in the transaction that changes custom variables. */
export function raiseCustomVersion(connection: Connection): Promise<void> {
  return raise(connection, 'custom_version')
}

async function raise(connection: Connection, name: string): Promise<void> {
  await connection.run(
    sql`INSERT INTO meta VALUES (${name}, '1')
     ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(meta.value AS INTEGER) + 1 AS VARCHAR)`,
  )
}

/** Caches the result of `load` until the data change. */
export function perDataVersion<Result>(load: Load<Result>): Load<Result> {
  return perVersion(load, ({ data }) => data)
}

/** Caches the result of `load` until the answers or the individuals change; an edit of the catalog leaves it. */
export function perAnswersVersion<Result>(load: Load<Result>): Load<Result> {
  return perVersion(load, ({ answers }) => answers)
}

type Load<Result> = (connection: Connection) => Promise<Result>

function perVersion<Result>(load: Load<Result>, versionOf: (versions: Versions) => string): Load<Result> {
  let cached: { version: string; result: Promise<Result> } | null = null
  return async (connection) => {
    const version = versionOf(await versionsOf(connection))
    if (cached?.version !== version) {
      const result = loadOn(connection, load)
      cached = { version, result }
      // A failure is not cached: the next request tries again.
      result.catch(() => {
        if (cached?.result === result) cached = null
      })
    }
    return cached.result
  }
}
