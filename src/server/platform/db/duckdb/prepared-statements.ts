import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBValue } from '@duckdb/node-api'
import { rowsAtHand } from '#server/platform/db/duckdb/rows-at-hand.ts'

/** By their texts, those that nobody is running. */
const idle = new WeakMap<DuckDBConnection, Map<string, DuckDBPreparedStatement>>()

/** Runs a statement by the plan that was made when it was run before, and reads all its rows. */
export async function runPrepared(
  connection: DuckDBConnection,
  sql: string,
  values: readonly DuckDBValue[],
): Promise<Record<string, unknown>[]> {
  const kept = idle.get(connection) ?? new Map<string, DuckDBPreparedStatement>()
  idle.set(connection, kept)
  const statement = kept.get(sql) ?? (await connection.prepare(sql))
  // Its values are its own, so that it cannot be run twice at once.
  kept.delete(sql)
  try {
    statement.bind([...values])
    const rows = rowsAtHand(await statement.run())
    // Another may have been prepared meanwhile.
    if (kept.has(sql)) statement.destroySync()
    else kept.set(sql, statement)
    return rows
  } catch (error) {
    statement.destroySync()
    throw error
  }
}
