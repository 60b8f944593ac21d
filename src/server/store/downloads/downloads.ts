import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'

const Prepared = v.object({ cohortid: v.number(), varsetid: v.number() })

/** A prepared download; null for other accounts. */
export async function findDownload(
  connection: Connection,
  accountId: number,
  downloadId: string,
): Promise<v.InferOutput<typeof Prepared> | null> {
  const [row] = await rowsOf(
    connection,
    Prepared,
    sql`SELECT cohortid, varsetid FROM download WHERE account_id = ${accountId} AND download_id = ${downloadId}`,
  )
  return row ?? null
}

export interface NewDownload {
  readonly downloadId: string
  readonly accountId: number
  readonly cohortId: number
  readonly variableSetId: number
  readonly now: number
}

export async function insertDownload(connection: Connection, download: NewDownload): Promise<void> {
  const { downloadId, accountId, cohortId, variableSetId, now } = download
  await connection.run(
    sql`INSERT INTO download VALUES (${downloadId}, ${accountId}, ${cohortId}, ${variableSetId}, epoch_ms(CAST(${now} AS BIGINT)))`,
  )
}
