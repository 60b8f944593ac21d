import { CommandFailure, type Streams } from '#server/cli/command.ts'
import { databaseUrlOf, secretKeyFrom } from '#server/platform/configuration/configuration.ts'
import { isLocked, openBeside, openDataFolder } from '#server/platform/db/data-folder.ts'
import type { Database } from '#server/platform/db/database.ts'
import { serverKeysIn, type ServerKeys } from '#server/platform/security/secret-key.ts'

const DEFAULT_DATA_FOLDER = '.data'

/** DATA_DIR, or the default folder. */
export function dataFolderOf({ environment }: Streams): string {
  return environment['DATA_DIR']?.trim() || DEFAULT_DATA_FOLDER
}

/** The keys of the server of this data folder. */
export function serverKeysFor(streams: Streams): ServerKeys {
  return serverKeysIn(dataFolderOf(streams), secretKeyFrom(streams.environment))
}

/** Opens the database of the data folder or of DATABASE_URL for one command. */
export async function withDatabase<Result>(
  streams: Streams,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const url = databaseUrlOf(streams.environment)
  if (url === null) return withDataFolder(streams, work)
  const database = await openBeside(url, dataFolderOf(streams))
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

/** The same, for the data folder only. */
export async function withDataFolder<Result>(
  streams: Streams,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDataFolder(dataFolderOf(streams)).catch((error: unknown) => {
    throw isLocked(error) ? new CommandFailure(BUSY) : error
  })
  try {
    await database.withConnection((connection) => connection.run(`SET memory_limit = '${MEMORY}'`))
    return await work(database)
  } finally {
    database.close()
  }
}

/** A command needs no caches; imports write to disk as they go. */
const MEMORY = '512MB'

/** A starting server, or another command. */
const BUSY = 'Another process uses the database of this data folder; try again later.'
