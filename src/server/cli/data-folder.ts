import { CommandFailure } from '#server/cli/command-failure.ts'
import type { Streams } from '#server/cli/streams.ts'
import { isLocked, openDataFolder } from '#server/storage/data-folder.ts'
import type { Database } from '#server/storage/database.ts'

const DEFAULT_DATA_FOLDER = '.data'

/** Opens the database of the data folder (DATA_DIR) for a command, and closes it after. */
export async function withDatabase<Result>(
  { environment }: Streams,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const folder = environment['DATA_DIR']?.trim() || DEFAULT_DATA_FOLDER
  const database = await openDataFolder(folder).catch((error: unknown) => {
    throw isLocked(error) ? new CommandFailure('The server is running on this data folder; stop it first.') : error
  })
  try {
    return await work(database)
  } finally {
    database.close()
  }
}
