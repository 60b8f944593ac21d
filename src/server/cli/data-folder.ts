import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandFailure } from '#server/cli/command-failure.ts'
import type { Streams } from '#server/cli/streams.ts'
import { openDatabase, type Database } from '#server/storage/database.ts'

const DEFAULT_DATA_FOLDER = '.data'
const DATABASE_FILE = 'diver.duckdb'

/** Opens the database of the data folder (DATA_DIR) for a command, and closes it after. */
export async function withDatabase<Result>(
  { environment }: Streams,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const folder = environment['DATA_DIR']?.trim() || DEFAULT_DATA_FOLDER
  await mkdir(folder, { recursive: true })
  const database = await openDatabase(join(folder, DATABASE_FILE)).catch((error: unknown) => {
    throw isLocked(error) ? new CommandFailure('The server is running on this data folder; stop it first.') : error
  })
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

/** DuckDB lets one process have the file. */
function isLocked(error: unknown): boolean {
  return error instanceof Error && /Could not set lock|being used by another process/i.test(error.message)
}
