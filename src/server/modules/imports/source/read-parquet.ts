import { stat } from 'node:fs/promises'
import { IMPORT_BYTES_MAX } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import type { Watch } from '#server/modules/imports/source/decode-text.ts'
import {
  columnsFault,
  createTableBuilder,
  type DelimitedTable,
} from '#server/modules/imports/source/delimited-table.ts'
import { ImportRefused, problemAt } from '#server/modules/imports/source/problem.ts'
import { CELL_END, openParquet, type ParquetFile } from '#server/platform/db/duckdb/parquet-rows.ts'
import { createLongPause } from '#server/platform/scheduling/yield.ts'

/** A small file can hold any number of equal values. */
const CELLS_MAX = IMPORT_BYTES_MAX / 2

/** Types that are no single answer. */
const NESTED = /\[\d*\]$|^(?:STRUCT|MAP|UNION)\(/

/** Reads a Parquet file by DuckDB. The line of a row is its number. */
export async function readParquet(file: string, path: string, watch: Watch = () => undefined): Promise<DelimitedTable> {
  const refuse = (text: string): never => {
    throw new ImportRefused([problemAt(file, null, text)])
  }
  const { size } = await stat(path)
  const parquet = await openParquet(path).catch((error: unknown) => refuse(unreadable(error, path)))
  try {
    refuseColumns(file, parquet)
    if (parquet.rows * parquet.columns.length > CELLS_MAX) {
      refuse(`The file has more than ${formatCount(CELLS_MAX)} cells.`)
    }
    const builder = createTableBuilder(
      file,
      1,
      parquet.columns.map(({ name }) => name),
    )
    const pause = createLongPause()
    let line = 0
    const batches = parquet.batches()
    for (;;) {
      const { value: batch } = await batches.next().catch((error: unknown) => refuse(unreadable(error, path)))
      if (batch === undefined) break
      watch((size * batch.length) / parquet.rows)
      for (const row of batch) {
        line++
        builder.add(line, row.split(CELL_END))
        await pause()
      }
    }
    return builder.table()
  } finally {
    parquet.close()
  }
}

function refuseColumns(file: string, { columns }: ParquetFile): void {
  const tooMany = columnsFault(columns.length)
  if (tooMany !== null) throw new ImportRefused([problemAt(file, null, tooMany)])
  const problems = columns.flatMap(({ name, type }) => {
    if (NESTED.test(type)) return [`The column ${name} holds lists or records (${type}): give each part a column.`]
    return type === 'BLOB' || type === 'BIT' ? [`The column ${name} holds binary data (${type}): leave it out.`] : []
  })
  if (problems.length > 0) throw new ImportRefused(problems.map((text) => problemAt(file, null, text)))
}

/** DuckDB's reason in its first line, without the folder of the server. */
function unreadable(error: unknown, path: string): string {
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return `This Parquet file cannot be read: ${reason.replaceAll(path, 'the file').replace(/^\w+ (?:Input )?Error: /, '')}`
}
