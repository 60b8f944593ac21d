import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { countOf } from '#domain/numbers.ts'
import { type Command, CommandFailure, type Streams } from '#server/cli/command.ts'
import { requireNoServer } from '#server/cli/connect-to-server.ts'
import { dataFolderOf } from '#server/cli/data-folder.ts'
import { databaseUrlOf } from '#server/platform/configuration/configuration.ts'
import { isLocked } from '#server/platform/db/data-folder.ts'
import { copyDatabase, BackupRefused, restoreDatabase } from '#server/platform/db/duckdb/backup.ts'

/** The owner of a remote database makes its backups. */
const USE_PG_DUMP = 'The data are in PostgreSQL (DATABASE_URL): pg_dump backs them up, pg_restore restores them.'
const BYTES_A_MEGABYTE = 1_000_000

/** `npm run backup`: a consistent copy of the database while the server runs. */
export const backup: Command = (words) => {
  const file = fileOf(words, 'Usage: npm run backup -- FILE')
  return async ({ database, folder, out }) => {
    if (database.kind !== 'DuckDB') throw new CommandFailure(USE_PG_DUMP)
    const path = resolve(folder, file)
    if (await stat(path).catch(() => null)) throw new CommandFailure(`The file ${file} already exists.`)
    await copyDatabase(database, path).catch((error: unknown) => {
      throw new CommandFailure(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
    })
    const { size } = await stat(path)
    out(
      `${file}: ${countOf(Math.ceil(size / BYTES_A_MEGABYTE), 'megabyte')}. It holds accounts and answers: keep it safe.`,
    )
  }
}

const STOP_FIRST = 'The server is running on this data folder; stop it first.'

/** `npm run restore`: replaces the database of the data folder by a backup, whole or not at all. */
export async function restore(words: readonly string[], streams: Streams): Promise<void> {
  const file = fileOf(words, 'Usage: npm run restore -- FILE')
  if (databaseUrlOf(streams.environment) !== null) throw new CommandFailure(USE_PG_DUMP)
  const folder = dataFolderOf(streams)
  await requireNoServer(folder, STOP_FIRST)
  await restoreDatabase(resolve(file), folder).catch((error: unknown) => {
    if (error instanceof BackupRefused) throw new CommandFailure(`${file} ${error.message}`)
    throw isLocked(error) ? new CommandFailure(STOP_FIRST) : error
  })
  streams.out(`${file} is now the database of ${folder}.`)
}

/** The only argument. */
function fileOf(words: readonly string[], usage: string): string {
  const { positionals } = parseArgs({ args: [...words], allowPositionals: true, options: {} })
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new CommandFailure(usage)
  return file
}
