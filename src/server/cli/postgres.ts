import { parseArgs } from 'node:util'
import { CommandFailure, type Streams, type Command } from '#server/cli/command.ts'
import { requireNoServer } from '#server/cli/connect-to-server.ts'
import { dataFolderOf, withDataFolder } from '#server/cli/data-folder.ts'
import { databaseUrlOf } from '#server/platform/configuration/configuration.ts'
import { answerTables } from '#server/platform/db/answer-tables.ts'
import { citusStatements } from '#server/platform/db/postgres/schema.ts'

const LOAD_USAGE = 'Usage: DATABASE_URL=postgres://… npm run load [-- --citus]'
const CITUS_USAGE = 'Usage: DATABASE_URL=postgres://… npm run --silent citus'
const STOP_FIRST = 'A server is running on this data folder; stop it first.'

/**
 * `npm run load`: copies the database of the data folder into the PostgreSQL database of DATABASE_URL; with --citus, into
 * tables distributed over Citus workers.
 */
export async function load(words: readonly string[], streams: Streams): Promise<void> {
  const url = databaseUrlOf(streams.environment)
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { citus: { type: 'boolean' } },
  })
  if (positionals.length > 0 || url === null) throw new CommandFailure(LOAD_USAGE)
  await requireNoServer(dataFolderOf(streams), STOP_FIRST)
  const { loadIntoPostgreSql } = await import('#server/platform/db/postgres/load.ts')
  const { loadIntoCitus, NoCitus } = await import('#server/platform/db/postgres/load-distributed.ts')
  const { AlreadyFilled } = await import('#server/platform/db/postgres/load-target.ts')
  const loadInto = values.citus ? loadIntoCitus : loadIntoPostgreSql
  let tables = 0
  await withDataFolder(streams, (source) =>
    loadInto({ source, url, report: (done) => (tables = done) }).catch((error: unknown) => {
      throw error instanceof AlreadyFilled || error instanceof NoCitus ? new CommandFailure(error.message) : error
    }),
  )
  const place = values.citus ? 'distributed over the workers of Citus' : 'in PostgreSQL'
  streams.out(`${tables} tables of ${dataFolderOf(streams)} are now ${place}.`)
}

/** `npm run citus`: the SQL that distributes the tables of DATABASE_URL over Citus workers. */
export const citus: Command = (words) => {
  if (words.length > 0) throw new CommandFailure(CITUS_USAGE)
  return async ({ database, out }) => {
    if (database.kind !== 'PostgreSQL') throw new CommandFailure(CITUS_USAGE)
    out(citusStatements(await database.withConnection(answerTables)).join('\n'))
  }
}
