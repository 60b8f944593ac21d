import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

/**
 * Counts changes in the database and, after the commit, in a file beside it. DuckDB treats a write-ahead log with a
 * lost first page as empty. A database with fewer changes than acknowledged has lost some.
 */
export interface ChangeCount {
  /** Counts a change within its transaction. */
  readonly count: (connection: Connection) => Promise<void>
  /** Records a committed transaction before its response is sent. */
  readonly acknowledge: () => void
  readonly close: () => void
}

const DIGITS = 16
const OWNER_ALONE = 0o600
/** Above this number of rows, the counter is compacted at start-up. */
const ROWS_KEPT = 10_000

/** File of the number of acknowledged changes. */
export function changeCountFileOf(databasePath: string): string {
  return `${databasePath}.acknowledged`
}

/** The number of acknowledged changes; 0 without a file. */
export function acknowledgedChanges(databasePath: string): number {
  try {
    const text = readFileSync(changeCountFileOf(databasePath), 'utf8')
    return new RegExp(`^\\d{${DIGITS}}\\n$`).test(text) ? Number(text) : 0
  } catch {
    return 0
  }
}

/** Throws if the database has fewer changes than acknowledged; returns its number of changes. */
export async function requireAcknowledged(connection: Connection, databasePath: string): Promise<number> {
  const { changes } = await countedChanges(connection)
  const missing = acknowledgedChanges(databasePath) - changes
  if (missing <= 0) return changes
  throw new Error(
    `${missing} acknowledged changes are missing: restore a backup with npm run restore, or delete "${changeCountFileOf(databasePath)}" to go on without them`,
  )
}

/** Starts from the number of changes in the database. */
export async function openChangeCount(connection: Connection, databasePath: string): Promise<ChangeCount> {
  let acknowledged = await requireAcknowledged(connection, databasePath)
  await joinRows(connection)
  const file = openForWriting(changeCountFileOf(databasePath))
  const write = () => {
    if (file === null) return
    try {
      // Overwrites a fixed length in place: this works on a full disk, and a crash leaves the old or the new number.
      writeSync(file, `${String(acknowledged).padStart(DIGITS, '0')}\n`, 0)
    } catch {
      // The change itself is committed; only the next start-up check is weaker.
    }
  }
  write()
  return {
    count: async (connection) => {
      await connection.preparedRows(sql`INSERT INTO change_count VALUES (${1})`)
    },
    acknowledge: () => {
      acknowledged += 1
      write()
    },
    close: () => {
      if (file !== null) closeSync(file)
    },
  }
}

function openForWriting(path: string): number | null {
  for (const flags of ['r+', 'w'] as const) {
    try {
      return openSync(path, flags, OWNER_ALONE)
    } catch {
      continue
    }
  }
  return null
}

const Counted = v.object({ changes: v.number(), rows: v.number() })

async function countedChanges(connection: Connection): Promise<v.InferOutput<typeof Counted>> {
  const Table = v.object({ table_name: v.string() })
  const sql = `SELECT table_name FROM duckdb_tables() WHERE table_name = 'change_count' AND database_name = current_database()`
  if ((await rowsOf(connection, Table, sql)).length === 0) return { changes: 0, rows: 0 }
  const counting = `SELECT CAST(coalesce(sum(changes), 0) AS FLOAT8) AS changes, CAST(count(*) AS FLOAT8) AS "rows" FROM change_count`
  const [counted] = await rowsOf(connection, Counted, counting)
  return counted ?? { changes: 0, rows: 0 }
}

async function joinRows(connection: Connection): Promise<void> {
  const { changes, rows } = await countedChanges(connection)
  if (rows <= ROWS_KEPT) return
  await connection.run('BEGIN TRANSACTION')
  await connection.run('DELETE FROM change_count')
  await connection.run(sql`INSERT INTO change_count VALUES (${changes})`)
  await connection.run('COMMIT')
}
