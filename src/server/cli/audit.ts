import { parseArgs } from 'node:util'
import { type Command, CommandFailure } from '#server/cli/command.ts'
import { auditRowsSince, type AuditEntry } from '#server/store/audit/audit.ts'

const USAGE = 'Usage: npm run audit -- [--since 2026-01-31 | --since 2026-01-31T12:00:00Z]'
const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[-+]\d{2}:\d{2})?)?$/

export const audit: Command = (words) => {
  const options = { since: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options })
  if (positionals.length > 0) throw new CommandFailure(USAGE)
  const since = values.since === undefined ? 0 : momentOf(values.since)
  return ({ database, out }) =>
    database.withConnection(async (connection) => {
      for await (const rows of auditRowsSince(connection, since)) {
        if (rows.length > 0) out(rows.map(lineOf).join('\n'))
      }
    })
}

function momentOf(text: string): number {
  const moment = MOMENT.test(text) ? Date.parse(text) : NaN
  if (Number.isNaN(moment)) throw new CommandFailure(USAGE)
  return moment
}

function lineOf({ happenedAt, subject, ...row }: AuditEntry): string {
  return JSON.stringify({ at: new Date(happenedAt).toISOString(), ...row, subject: JSON.parse(subject) })
}
