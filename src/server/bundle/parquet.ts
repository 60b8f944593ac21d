import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reading } from '#server/downloads/reading.ts'
import { parquetStatement, type DownloadTable } from '#server/queries/download-table.ts'
import type { Database } from '#server/storage/database.ts'
import { scratchFolderOf } from '#server/storage/scratch-folder.ts'

/** Cells of the rows that are written, and so held, at once. */
const CELLS_IN_GROUP = 3_000_000
/** DuckDB writes no smaller groups. */
const ROWS_AT_LEAST = 2_048
const ROWS_AT_MOST = 122_880

/** A download as a Parquet file. The database writes such files only as a whole, so it lies on disk until it is sent. */
export async function* parquetPieces(
  database: Database,
  { connection, guarded }: Reading,
  table: DownloadTable,
): AsyncGenerator<Uint8Array, undefined> {
  const folder = scratchFolderOf(database.path)
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${randomUUID()}.parquet`)
  try {
    const { sql, values } = parquetStatement(connection, table, file, rowsInGroup(table))
    await guarded(() => connection.run(sql, values))
    const pieces: AsyncIterable<Uint8Array> = createReadStream(file)
    yield* pieces
  } finally {
    await rm(file, { force: true })
  }
}

function rowsInGroup({ variables }: DownloadTable): number {
  const wanted = Math.ceil(CELLS_IN_GROUP / (variables.length + 1))
  return Math.min(ROWS_AT_MOST, Math.max(ROWS_AT_LEAST, wanted))
}
