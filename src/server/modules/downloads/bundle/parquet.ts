import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { tablesOf } from '#server/model/variable.ts'
import { csvPieces } from '#server/modules/downloads/stream/csv.ts'
import { createStatementShares } from '#server/modules/downloads/stream/statement-shares.ts'
import type { Reading } from '#server/modules/downloads/stream/reading.ts'
import {
  downloadColumns,
  numberColumns,
  parquetStatement,
  type DownloadTable,
} from '#server/engine/downloads/download-table.ts'
import { STATEMENT_SIZE } from '#server/engine/downloads/lines-statement.ts'
import type { Database } from '#server/platform/db/database.ts'
import { csvToParquet, joinParquet } from '#server/platform/db/duckdb/csv-to-parquet.ts'
import { scratchFolderOf } from '#server/platform/db/scratch-folder.ts'

/** Cells of the rows that are written, and so held, at once. */
const CELLS_IN_GROUP = 3_000_000
/** Columns that are written at once. */
const COLUMNS_AT_ONCE = 500
const COLUMNS_OF_SLICE = 250
/** In the memory that there is, no file of more columns can be written. */
export const PARQUET_COLUMNS_MAX = 2_000
/** DuckDB writes no smaller groups. */
const ROWS_AT_LEAST = 2_048
const ROWS_AT_MOST = 122_880

/** Whether a bundle of these columns has a Parquet file. */
export function hasParquet(columns: readonly unknown[]): boolean {
  return columns.length <= PARQUET_COLUMNS_MAX
}

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
    await (isWrittenDirectly(reading, table) ? writeDirectly : writeByCsv)(reading, table, file)
    const pieces: AsyncIterable<Uint8Array> = createReadStream(file)
    yield* pieces
  } finally {
    await rm(file, { force: true })
  }
}

/** One statement joins few tables only: each takes memory of its own. */
function isWrittenDirectly({ connection }: Reading, { variables }: DownloadTable): boolean {
  const tables = new Set(variables.flatMap(tablesOf))
  return connection.dialect.writesParquet && tables.size <= STATEMENT_SIZE.tables && variables.length <= COLUMNS_AT_ONCE
}

async function writeDirectly(reading: Reading, table: DownloadTable, file: string): Promise<void> {
  const { connection, guarded, inShare } = reading
  const statement = parquetStatement(connection.dialect, table, file, rowsInGroup(table))
  await inShare(1, () => guarded(() => connection.run(statement)))
}

/** These take memory of their own, beside the database's: one at a time. */
const conversions = createStatementShares(() => 1)

/** Made of the lines of the CSV file, some columns at a time, in memory that does not grow with the columns. */
async function writeByCsv(reading: Reading, table: DownloadTable, file: string): Promise<void> {
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

/** The columns that say whose row it is stand in the first slice alone. */
function ownColumns(slice: DownloadTable, place: number): string[] {
  return place === 0 ? downloadColumns(slice) : slice.variables.map(({ name }) => name)
}

async function writeSlice(reading: Reading, slice: DownloadTable, file: string, rows: number): Promise<void> {
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
  const wanted = Math.ceil(CELLS_IN_GROUP / (variables.length + 1))
  return Math.min(ROWS_AT_MOST, Math.max(ROWS_AT_LEAST, wanted))
}
