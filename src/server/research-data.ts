import { ensureSampleData } from '#server/sample/ensure-sample-data.ts'
import { openDataFolder } from '#server/storage/data-folder.ts'
import type { Database } from '#server/storage/database.ts'

/** Opens the database of a data folder; a new one is filled with synthetic data and accounts to try them. */
export async function openResearchData(dataDirectory: string): Promise<Database> {
  const database = await openDataFolder(dataDirectory)
  await ensureSampleData(database)
  return database
}
