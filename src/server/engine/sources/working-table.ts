import { randomUUID } from 'node:crypto'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { MEMORY } from '#server/platform/db/duckdb/open.ts'
import { EMPTY, raw, sql, type Sql } from '#server/platform/db/sql.ts'

/**
 * Runs `work` on the rows of a statement. DuckDB reads a table in memory four times as fast as a materialized part of a
 * statement; other databases keep the rows within the statement. `work` gets its `WITH` clause and the table.
 */
export async function withWorkingTable<Result>(
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
    await database.withConnection((own) => own.run(sql`DROP TABLE IF EXISTS ${table}`))
  }
}
