import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { rowsOf, type Database } from '#server/platform/db/database.ts'

/** Writes files into a new temporary folder; `remove` deletes it. */
export function temporaryFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): {
  path: string
  remove: () => void
} {
  const path = mkdtempSync(join(tmpdir(), 'import-'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), content)
  }
  return { path, remove: () => rmSync(path, { recursive: true }) }
}

/** Tab-separated text from lines of cells separated by blanks. */
export function tabbed(...lines: readonly string[]): string {
  return lines.map((line) => `${line.replaceAll(/ +/g, '\t')}\n`).join('')
}

const AnyRow = v.record(v.string(), v.unknown())

export async function allRows(database: Database, sql: string): Promise<Record<string, unknown>[]> {
  const connection = await database.connect()
  try {
    return await rowsOf(connection, AnyRow, sql)
  } finally {
    connection.close()
  }
}

function textOfLarge(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

/** The whole database, by table. */
export async function wholeDatabase(database: Database): Promise<Record<string, unknown>> {
  const tables = await allRows(
    database,
    `SELECT table_name FROM information_schema.tables
     WHERE table_schema = current_schema() AND table_name <> 'change_count' AND table_name NOT LIKE 'citus%' ORDER BY 1`,
  )
  const contents = tables.map(async ({ table_name: name }) => [
    String(name),
    (await allRows(database, `SELECT * FROM "${String(name)}"`))
      .map((row) => JSON.stringify(row, textOfLarge))
      .toSorted(),
  ])
  return Object.fromEntries(await Promise.all(contents))
}
