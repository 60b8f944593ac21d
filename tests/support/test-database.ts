import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { loadIntoCitus } from '#server/platform/db/postgres/load-distributed.ts'
import { loadIntoPostgreSql } from '#server/platform/db/postgres/load.ts'
import { openPostgreSql } from '#server/platform/db/postgres/open.ts'
import { runSql } from '#tests/support/private-citus.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server of the test project. */
    postgreSqlUrl: string | undefined
    /** The workers of that server, if it is the coordinator of a Citus cluster. */
    citusWorkerUrls: readonly string[] | undefined
  }
}

/** The template database of each test, with empty tables. */
export const TEMPLATE = 'diver_template'

/** A new empty database of the tested kind: PostgreSQL, or DuckDB in memory or in a folder. */
export async function openTestDatabase(folder: string | null = null): Promise<Database> {
  const url = newDatabase()
  if (url !== null) return openPostgreSql(await url, folder ?? tmpdir())
  return openDatabase(folder === null ? ':memory:' : join(folder, 'diver.duckdb'))
}

/** A database of the tested kind with the content of a DuckDB one, which is consumed. */
export async function asTestDatabase(source: Database): Promise<Database> {
  const url = newDatabase()
  if (url === null) return source
  const loadInto = inject('citusWorkerUrls') === undefined ? loadIntoPostgreSql : loadIntoCitus
  await loadInto({ source, url: await url, report: () => undefined })
  source.close()
  return openPostgreSql(await url, tmpdir())
}

/** A URL for several servers; null without PostgreSQL. */
export function newDatabase(): Promise<string> | null {
  const url = inject('postgreSqlUrl')
  return url === undefined ? null : copyOfTemplate(url)
}

/** The PostgreSQL template that this process has filled. */
let filled: Promise<string> | null = null

/**
 * A new database with the content that `fill` writes, always the same in a process.
 * PostgreSQL copies it from a template; in DuckDB filling takes less time than a copy would.
 */
export async function openFilledDatabase(fill: (database: Database) => Promise<void>): Promise<Database> {
  const url = inject('postgreSqlUrl')
  if (url === undefined || inject('citusWorkerUrls') !== undefined) {
    const database = await openTestDatabase()
    await fill(database)
    return database
  }
  filled ??= fillTemplate(url, fill)
  return openPostgreSql(await copyOfTemplate(url, await filled), tmpdir())
}

async function fillTemplate(url: string, fill: (database: Database) => Promise<void>): Promise<string> {
  const template = await copyOfTemplate(url)
  const database = await openPostgreSql(template, tmpdir())
  await fill(database)
  database.close()
  return new URL(template).pathname.slice(1)
}

let made = 0

async function copyOfTemplate(url: string, template = TEMPLATE): Promise<string> {
  const name = `test_${process.pid}_${made++}`
  // Citus finds its shards in the database of the same name on each machine.
  const nodes = [url, ...(inject('citusWorkerUrls') ?? [])]
  await Promise.all(nodes.map((node) => runSql(node, `CREATE DATABASE ${name} TEMPLATE ${template}`)))
  const copy = new URL(url)
  copy.pathname = `/${name}`
  return copy.href
}
