import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { countOf } from '#domain/numbers.ts'
import { type Command, CommandFailure } from '#server/cli/command.ts'
import { copyDatabase } from '#server/platform/db/duckdb/copy-database.ts'

const USAGE = 'Usage: npm run backup -- FILE'
/** The owner of a remote database makes its backups. */
export const USE_PG_DUMP = 'The data are in PostgreSQL (DATABASE_URL): pg_dump backs them up, pg_restore restores them.'
const BYTES_A_MEGABYTE = 1_000_000

/** `npm run backup`: a consistent copy of the database while the server runs. */
export const backup: Command = (words) => {
  const { positionals } = parseArgs({ args: [...words], allowPositionals: true, options: {} })
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new CommandFailure(USAGE)
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
