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
    /** The PostgreSQL server of the test project. */
    postgreSqlUrl: string | undefined
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
  await loadIntoPostgreSql({ source, url: await url, report: () => undefined })
  source.close()
  return openPostgreSql(await url, tmpdir())
}

/** A URL for several servers; null without PostgreSQL. */
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
