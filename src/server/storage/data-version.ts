import * as v from 'valibot'
import { onceWhileLent } from '#server/storage/connection-pool.ts'
import { preparedRowsOf, type Connection } from '#server/storage/database.ts'

const Version = v.object({ version: v.string() })

function versionWhileLent(connection: Connection): Promise<string> {
  return onceWhileLent(connection, () => readDataVersion(connection))
}

/** Changes whenever the research data or their catalog do; what was made of them is stale then. */
export async function readDataVersion(connection: Connection): Promise<string> {
  const [row] = await preparedRowsOf(
    connection,
    Version,
    `SELECT value AS version FROM meta WHERE name = 'data_version'`,
  )
  return row?.version ?? ''
}

/** Says, within the transaction that changed the data, that they changed. */
export async function raiseDataVersion(connection: Connection): Promise<void> {
  await connection.run(
    `INSERT INTO meta VALUES ('data_version', '1')
     ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(meta.value AS INTEGER) + 1 AS VARCHAR)`,
  )
}

/** Keeps what `load` made of the data until the data change. */
export function perDataVersion<Result>(
  load: (connection: Connection) => Promise<Result>,
): (connection: Connection) => Promise<Result> {
  let kept: { version: string; result: Promise<Result> } | null = null
  return async (connection) => {
    const version = await versionWhileLent(connection)
    if (kept?.version !== version) {
      const result = load(connection)
      kept = { version, result }
      // A failure is not kept: the next one to ask tries again.
      result.catch(() => {
        if (kept?.result === result) kept = null
      })
    }
    return kept.result
  }
}
