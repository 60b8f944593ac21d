import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { loadIntoPostgreSql } from '#server/platform/db/postgres/load.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { openPostgreSql } from '#server/platform/db/postgres/open.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server that tests of the project of this name are run on. */
    postgreSqlUrl: string | undefined
  }
}

/** The database that each one of the tests is a copy of, with its tables and nothing in them. */
export const TEMPLATE = 'diver_template'

/** A new database without data, of the kind that the tests are run on: one of PostgreSQL, or DuckDB's, in memory or in a folder. */
export async function openTestDatabase(folder: string | null = null): Promise<Database> {
  const url = newDatabase()
  if (url !== null) return openPostgreSql(await url, folder ?? tmpdir())
  return openDatabase(folder === null ? ':memory:' : join(folder, 'diver.duckdb'))
}

/** A database of that kind with all that one of DuckDB's holds, which is used up. */
export async function asTestDatabase(source: Database): Promise<Database> {
  const url = newDatabase()
  if (url === null) return source
  await loadIntoPostgreSql({ source, url: await url, report: () => undefined })
  source.close()
  return openPostgreSql(await url, tmpdir())
}

/** Where several servers may find a new database; null where there is no PostgreSQL. */
export function newDatabase(): Promise<string> | null {
  const url = inject('postgreSqlUrl')
  return url === undefined ? null : copyOfTemplate(url)
}

let made = 0

async function copyOfTemplate(url: string): Promise<string> {
  const name = `test_${process.pid}_${made++}`
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`)
  } finally {
    await client.end()
  }
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}
