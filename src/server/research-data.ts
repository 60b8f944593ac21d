import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureSampleData } from '#server/sample/ensure-sample-data.ts'
import { openDatabase, type Database } from '#server/storage/database.ts'

/** Opens the database of a data folder; a new one is filled with synthetic data and accounts to try them. */
export async function openResearchData(dataDirectory: string): Promise<Database> {
  await mkdir(dataDirectory, { recursive: true })
  const database = await openDatabase(join(dataDirectory, 'diver.duckdb'))
  await ensureSampleData(database)
  return database
}
