import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  downloadColumns,
  numberColumns,
  parquetStatement,
  type DownloadTable,
} from '#server/engine/downloads/download-table.ts'
import { STATEMENT_SIZE } from '#server/engine/downloads/lines-statement.ts'
import { tablesOf } from '#server/model/variable.ts'
import { createStatementShares } from '#server/modules/downloads/stream/concurrency.ts'
import { csvPieces } from '#server/modules/downloads/stream/csv.ts'
import type { DownloadReader } from '#server/modules/downloads/stream/reading.ts'
import { scratchFolderOf } from '#server/platform/db/data-folder.ts'
import type { Database } from '#server/platform/db/database.ts'
import { csvToParquet, joinParquet } from '#server/platform/db/duckdb/csv-to-parquet.ts'

/** Cells of one row group, held in memory at once. */
const ROW_GROUP_CELLS = 3_000_000
/** Columns written at once. */
const BATCH_COLUMNS = 500
const COLUMNS_OF_SLICE = 250
/** Memory limits a file to so many columns. */
export const PARQUET_COLUMNS_MAX = 2_000
/** DuckDB's smallest row group. */
const ROW_GROUP_MIN = 2_048
const ROWS_AT_MOST = 122_880

/** Whether a bundle of these columns contains a Parquet file. */
export function hasParquet(columns: readonly unknown[]): boolean {
  return columns.length <= PARQUET_COLUMNS_MAX
}

export async function* parquetPieces(
  database: Database,
  reading: DownloadReader,
  table: DownloadTable,
): AsyncGenerator<Uint8Array, undefined> {
  const folder = scratchFolderOf(database.path)
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${randomUUID()}.parquet`)
  try {
    await (isWrittenDirectly(reading, table) ? writeDirectly : writeByCsv)(reading, table, file)
    const pieces: AsyncIterable<Uint8Array> = createReadStream(file)
    yield* pieces
  } finally {
    await rm(file, { force: true })
  }
}

/** Joins a few tables only: each join needs memory. The order of a trace is that of lines. */
function isWrittenDirectly({ connection }: DownloadReader, { variables, trace }: DownloadTable): boolean {
  const tables = new Set(variables.flatMap(tablesOf))
  if (trace) return false
  return connection.dialect.writesParquet && tables.size <= STATEMENT_SIZE.tables && variables.length <= BATCH_COLUMNS
}

async function writeDirectly(reading: DownloadReader, table: DownloadTable, file: string): Promise<void> {
  const { connection, guarded, inMemoryShare } = reading
  const statement = parquetStatement(connection.dialect, table, file, rowsInGroup(table))
  await inMemoryShare(1, () => guarded(() => connection.run(statement)))
}

/** Memory outside DuckDB's limit: one conversion at a time. */
const conversions = createStatementShares(() => 1)

/** Converts the CSV file some columns at a time, so that memory does not grow with the columns. */
async function writeByCsv(reading: DownloadReader, table: DownloadTable, file: string): Promise<void> {
  const slices: string[] = []
  try {
    for (const slice of slicesOf(table)) {
      const made = `${file}.${slices.length}`
      slices.push(made)
      await writeSlice(reading, slice, made, rowsInGroup(table))
    }
    const { signal } = reading
    await conversions.run(1, signal, () =>
      joinParquet(slices, slicesOf(table).map(ownColumns), file, rowsInGroup(table)),
    )
  } finally {
    for (const made of slices) await rm(made, { force: true })
  }
}

function slicesOf(table: DownloadTable): DownloadTable[] {
  const { variables } = table
  return Array.from({ length: Math.max(1, Math.ceil(variables.length / COLUMNS_OF_SLICE)) }, (_, place) => ({
    ...table,
    variables: variables.slice(place * COLUMNS_OF_SLICE, (place + 1) * COLUMNS_OF_SLICE),
  }))
}

/** Only the first slice contains the id columns. */
function ownColumns(slice: DownloadTable, place: number): string[] {
  return place === 0 ? downloadColumns(slice) : slice.variables.map(({ name }) => name)
}

async function writeSlice(reading: DownloadReader, slice: DownloadTable, file: string, rows: number): Promise<void> {
  const csv = `${file}.csv`
  try {
    await pipeline(csvPieces(reading, slice), createWriteStream(csv))
    const columns = { names: downloadColumns(slice), numbers: numberColumns(slice) }
    await conversions.run(1, reading.signal, () => csvToParquet(csv, file, columns, rows))
  } finally {
    await rm(csv, { force: true })
  }
}

function rowsInGroup({ variables }: DownloadTable): number {
  const wanted = Math.ceil(ROW_GROUP_CELLS / (variables.length + 1))
  return Math.min(ROWS_AT_MOST, Math.max(ROW_GROUP_MIN, wanted))
}
