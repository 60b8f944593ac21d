import { type Command, CommandFailure } from '#server/cli/command.ts'
import { answerTables } from '#server/platform/db/answer-tables.ts'
import { citusStatements } from '#server/platform/db/postgres/citus-layout.ts'

const USAGE = 'Usage: DATABASE_URL=postgres://… npm run --silent citus'

/** `npm run citus`: the SQL that distributes the tables of DATABASE_URL over Citus workers. */
export const citus: Command = (words) => {
  if (words.length > 0) throw new CommandFailure(USAGE)
  return async ({ database, out }) => {
    if (database.kind !== 'PostgreSQL') throw new CommandFailure(USAGE)
    out(citusStatements(await database.withConnection(answerTables)).join('\n'))
  }
}
