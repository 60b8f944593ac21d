import * as v from 'valibot'
import { uninterrupted, type Versions } from '#server/platform/db/scope.ts'
import { preparedRowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/** What the answers' version was when it was written down how many answered what. */
export const COVERAGE_VERSION = 'coverage_version'

const Fact = v.object({ name: v.string(), value: v.string() })

/** The versions, read once for each lease of a connection: all that one request reads is of the same versions. */
export function versionsOf(connection: Connection): Promise<Versions> {
  const { lease } = connection.scope
  return lease ? (lease.versions ??= readVersions(connection)) : readVersions(connection)
}

/** Changes whenever the research data or their catalog do; what was made of them is stale then. */
export async function readDataVersion(connection: Connection): Promise<string> {
  return (await readVersions(connection)).data
}

/** Changes whenever answers do, or who gave them. */
export async function readAnswersVersion(connection: Connection): Promise<string> {
  return (await readVersions(connection)).answers
}

/** Every server asks for them, since another may have changed what it keeps copies of. */
async function readVersions(connection: Connection): Promise<Versions> {
  // All of the few there are: a kept plan of one that asks for these names goes on to find none where there were none.
  const facts = await preparedRowsOf(connection, Fact, `SELECT name, value FROM meta`)
  const of = (name: string) => facts.find((fact) => fact.name === name)?.value ?? ''
  return { data: of('data_version'), answers: of('answers_version'), custom: of('custom_version') }
}

/** Says, within the transaction that changed the data, that they changed. */
export async function raiseDataVersion(connection: Connection): Promise<void> {
  await raise(connection, 'answers_version')
  await raise(connection, 'data_version')
}

/** Says, within the transaction that changed what the catalog says of its variables, that it did; the answers stay. */
export function raiseCatalogVersion(connection: Connection): Promise<void> {
  return raise(connection, 'data_version')
}

/** Says, within the transaction that changed somebody's custom variables, that they changed. */
export function raiseCustomVersion(connection: Connection): Promise<void> {
  return raise(connection, 'custom_version')
}

async function raise(connection: Connection, name: string): Promise<void> {
  await connection.run(
    sql`INSERT INTO meta VALUES (${name}, '1')
     ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(meta.value AS INTEGER) + 1 AS VARCHAR)`,
  )
}

/** Keeps what `load` made of the data until the data change. */
export function perDataVersion<Result>(load: Load<Result>): Load<Result> {
  return perVersion(load, ({ data }) => data)
}

/** Keeps what `load` made of the answers until they change, or who gave them; an edit of the catalog leaves it. */
export function perAnswersVersion<Result>(load: Load<Result>): Load<Result> {
  return perVersion(load, ({ answers }) => answers)
}

type Load<Result> = (connection: Connection) => Promise<Result>

function perVersion<Result>(load: Load<Result>, versionOf: (versions: Versions) => string): Load<Result> {
  let kept: { version: string; result: Promise<Result> } | null = null
  return async (connection) => {
    const version = versionOf(await versionsOf(connection))
    if (kept?.version !== version) {
      const result = load(uninterrupted(connection))
      kept = { version, result }
      // A failure is not kept: the next one to ask tries again.
      result.catch(() => {
        if (kept?.result === result) kept = null
      })
    }
    return kept.result
  }
}
