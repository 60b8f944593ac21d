import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBValue } from '@duckdb/node-api'
import { rowsAtHand } from '#server/platform/db/duckdb/rows-at-hand.ts'

/** Runs a statement by its cached plan, and reads all its rows. */
export type RunPrepared = (text: string, values: readonly DuckDBValue[]) => Promise<Record<string, unknown>[]>

/** A cache of the prepared statements of one connection, by their texts. */
export function createPreparedStatements(connection: DuckDBConnection): RunPrepared {
  const idle = new Map<string, DuckDBPreparedStatement>()
  return async (text, values) => {
    const statement = idle.get(text) ?? (await connection.prepare(text))
    // A statement holds its values, so that two runs at once need two of it.
    idle.delete(text)
    try {
      statement.bind([...values])
      const rows = rowsAtHand(await statement.run())
      if (idle.has(text)) statement.destroySync()
      else idle.set(text, statement)
      return rows
    } catch (error) {
      statement.destroySync()
      throw error
    }
  }
}
