import * as v from 'valibot'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readMembersText } from '#server/store/downloads/stored-members.ts'

const Recorded = v.object({
  fileId: v.string(),
  username: v.string(),
  /** Epoch milliseconds. */
  madeAt: v.number(),
  fileName: v.string(),
  isBundle: v.boolean(),
  recipe: v.string(),
})
/** A file that was sent to any account. */
export type RecordedFile = v.InferOutput<typeof Recorded>

/** The files of all accounts, newest first. */
export function recordedFiles(connection: Connection): Promise<RecordedFile[]> {
  return rowsOf(
    connection,
    Recorded,
    `SELECT file_id AS "fileId", username, CAST(epoch_ms(made_at) AS FLOAT8) AS "madeAt", file_name AS "fileName",
       is_bundle AS "isBundle", recipe
     FROM download_file JOIN account USING (account_id) ORDER BY made_at DESC, file_id`,
  )
}

/** The individuals of a file: one file at a time, because those of all may not fit into memory. */
export async function recordedMembers(connection: Connection, fileId: string): Promise<ArrayLike<number>> {
  const [row] = await rowsOf(
    connection,
    v.object({ members: v.string() }),
    sql`SELECT members FROM download_file WHERE file_id = ${fileId}`,
  )
  return row ? readMembersText(row.members) : []
}
