import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { sqlText } from '#server/platform/db/sql.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'

/** The bytes of a Parquet file with the rows of a query, which may read `csv` as the table `csv`. */
export async function parquetFile(query: string, csv = ''): Promise<Uint8Array<ArrayBuffer>> {
  const folder = temporaryFolder({ 'rows.csv': csv })
  const [from, to] = [join(folder.path, 'rows.csv'), join(folder.path, 'rows.parquet')]
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    if (csv !== '') await connection.run(`CREATE TABLE csv AS FROM read_csv(${sqlText(from)})`)
    await connection.run(`COPY (${query}) TO ${sqlText(to)}`)
    return Uint8Array.from(readFileSync(to))
  } finally {
    connection.closeSync()
    instance.closeSync()
    folder.remove()
  }
}
