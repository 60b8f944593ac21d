import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { csvPieces } from '#server/downloads/csv.ts'
import type { Reading } from '#server/downloads/reading.ts'
import { downloadColumns, numberColumns, parquetStatement, type DownloadTable } from '#server/queries/download-table.ts'
import type { Database } from '#server/storage/database.ts'
import { csvToParquet } from '#server/storage/csv-to-parquet.ts'
import { scratchFolderOf } from '#server/storage/scratch-folder.ts'

/** Cells of the rows that are written, and so held, at once. */
const CELLS_IN_GROUP = 3_000_000
/** DuckDB writes no smaller groups. */
const ROWS_AT_LEAST = 2_048
const ROWS_AT_MOST = 122_880

/** A download as a Parquet file. Such files are written only as a whole, so it lies on disk until it is sent. */
export async function* parquetPieces(
  database: Database,
  reading: Reading,
  table: DownloadTable,
): AsyncGenerator<Uint8Array, undefined> {
  const folder = scratchFolderOf(database.path)
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${randomUUID()}.parquet`)
  try {
    await (reading.connection.dialect.writesParquet ? writeDirectly : writeByCsv)(reading, table, file)
    const pieces: AsyncIterable<Uint8Array> = createReadStream(file)
    yield* pieces
  } finally {
    await rm(file, { force: true })
  }
}

async function writeDirectly({ connection, guarded }: Reading, table: DownloadTable, file: string): Promise<void> {
  const { sql, values } = parquetStatement(connection, table, file, rowsInGroup(table))
  await guarded(() => connection.run(sql, values))
}

/** DuckDB makes the file of the same rows as text. */
async function writeByCsv(reading: Reading, table: DownloadTable, file: string): Promise<void> {
  const csv = `${file}.csv`
  try {
    await pipeline(csvPieces(reading, table), createWriteStream(csv))
    const columns = { names: downloadColumns(table), numbers: numberColumns(table) }
    await csvToParquet(csv, file, columns, rowsInGroup(table))
  } finally {
    await rm(csv, { force: true })
  }
}

function rowsInGroup({ variables }: DownloadTable): number {
  const wanted = Math.ceil(CELLS_IN_GROUP / (variables.length + 1))
  return Math.min(ROWS_AT_MOST, Math.max(ROWS_AT_LEAST, wanted))
}
