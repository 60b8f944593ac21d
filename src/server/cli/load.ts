import { CommandFailure, type Streams } from '#server/cli/command.ts'
import { connectToServer } from '#server/cli/connect-to-server.ts'
import { dataFolderOf, withDataFolder } from '#server/cli/data-folder.ts'
import { databaseUrlOf } from '#server/platform/configuration/configuration.ts'

const USAGE = 'Usage: DATABASE_URL=postgres://… npm run load'
const STOP_FIRST = 'A server is running on this data folder; stop it first.'

/** `npm run load`: copies the database of the data folder into the PostgreSQL database of DATABASE_URL. */
export async function load(words: readonly string[], streams: Streams): Promise<void> {
  const url = databaseUrlOf(streams.environment)
  if (words.length > 0 || url === null) throw new CommandFailure(USAGE)
  const server = await connectToServer(dataFolderOf(streams))
  server?.destroy()
  if (server !== null) throw new CommandFailure(STOP_FIRST)
  const { AlreadyFilled, loadIntoPostgreSql } = await import('#server/platform/db/postgres/load.ts')
  let tables = 0
  await withDataFolder(streams, (source) =>
    loadIntoPostgreSql({ source, url, report: (done) => (tables = done) }).catch((error: unknown) => {
      throw error instanceof AlreadyFilled ? new CommandFailure(error.message) : error
    }),
  )
  streams.out(`${tables} tables of ${dataFolderOf(streams)} are now in PostgreSQL.`)
}
