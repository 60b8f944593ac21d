import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { USE_PG_DUMP } from '#server/cli/backup.ts'
import { CommandFailure, type Streams } from '#server/cli/command.ts'
import { connectToServer } from '#server/cli/connect-to-server.ts'
import { dataFolderOf } from '#server/cli/data-folder.ts'
import { databaseUrlOf } from '#server/platform/configuration/configuration.ts'
import { isLocked } from '#server/platform/db/data-folder.ts'
import { BackupRefused, restoreDatabase } from '#server/platform/db/duckdb/restore-database.ts'

const USAGE = 'Usage: npm run restore -- FILE'
const STOP_FIRST = 'The server is running on this data folder; stop it first.'

/** `npm run restore`: replaces the database of the data folder by a backup, whole or not at all. */
export async function restore(words: readonly string[], streams: Streams): Promise<void> {
  const { positionals } = parseArgs({ args: [...words], allowPositionals: true, options: {} })
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new CommandFailure(USAGE)
  if (databaseUrlOf(streams.environment) !== null) throw new CommandFailure(USE_PG_DUMP)
  const folder = dataFolderOf(streams)
  const server = await connectToServer(folder)
  server?.destroy()
  if (server !== null) throw new CommandFailure(STOP_FIRST)
  await restoreDatabase(resolve(file), folder).catch((error: unknown) => {
    if (error instanceof BackupRefused) throw new CommandFailure(`${file} ${error.message}`)
    throw isLocked(error) ? new CommandFailure(STOP_FIRST) : error
  })
  streams.out(`${file} is now the database of ${folder}.`)
}
