import { parseArgs } from 'node:util'
import { CommandFailure, HelpRequested, type Command, type CommandContext } from '#server/cli/command.ts'
import { publishLog } from '#server/cli/publish-audit.ts'
import { verifyLog } from '#server/cli/verify-audit.ts'
import { signingKeyOf } from '#server/platform/security/signing-key.ts'
import { auditRowsSince, type AuditEntry } from '#server/store/audit/audit.ts'
import { checkpointLine, storedCheckpoints } from '#server/store/audit/checkpoints.ts'

const USAGE = [
  'Usage: npm run audit -- [--since 2026-01-31 | --since 2026-01-31T12:00:00Z]',
  '       npm run audit -- --verify [PUBLISHED_FILE] [--checkpoint FILE] [--key FILE]',
  '       npm run audit -- --redact FILE',
  '       npm run audit -- --export FILE',
  '       npm run audit -- --checkpoints',
  '       npm run audit -- --public-key',
].join('\n')
const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[-+]\d{2}:\d{2})?)?$/

/** `npm run audit`: prints, verifies and publishes the audit log. */
export const audit: Command = (words) => {
  const { verify, redact, export: exported, since, checkpoints, 'public-key': publicKey, ...rest } = optionsOf(words)
  const { published, checkpoint, key } = rest
  const chosen = [since !== undefined, verify, redact !== undefined, exported !== undefined, checkpoints, publicKey]
  const isOfVerify = published !== undefined || checkpoint !== undefined || key !== undefined
  if (chosen.filter(Boolean).length > 1 || (isOfVerify && !verify)) throw new CommandFailure(USAGE)
  if (verify) return (context) => verifyLog(context, { checkpoint, key })
  if (redact !== undefined) return (context) => publishLog(context, { file: redact, isRedacted: true })
  if (exported !== undefined) return (context) => publishLog(context, { file: exported, isRedacted: false })
  if (checkpoints) return printCheckpoints
  if (publicKey) return printPublicKey
  const moment = since === undefined ? 0 : momentOf(since)
  return (context) => printEntries(context, moment)
}

export interface PublishedFile {
  readonly published: string
  readonly checkpoint: string | undefined
  readonly key: string | undefined
}

/** The published file that the words ask to verify, which needs no database; null for any other command. */
export function publishedFileOf(words: readonly string[]): PublishedFile | null {
  const { published, verify, checkpoint, key } = optionsOf(words)
  return verify && published !== undefined ? { published, checkpoint, key } : null
}

function optionsOf(words: readonly string[]) {
  const isSet = { type: 'boolean', default: false } as const
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      help: isSet,
      since: text,
      verify: isSet,
      checkpoint: text,
      key: text,
      redact: text,
      export: text,
      checkpoints: isSet,
      'public-key': isSet,
    },
  })
  if (values.help) throw new HelpRequested(USAGE)
  const [published, ...others] = positionals
  if (others.length > 0) throw new CommandFailure(USAGE)
  return { ...values, published }
}

function momentOf(text: string): number {
  const moment = MOMENT.test(text) ? Date.parse(text) : NaN
  if (Number.isNaN(moment)) throw new CommandFailure(USAGE)
  return moment
}

function printEntries({ database, out }: CommandContext, since: number): Promise<void> {
  return database.withConnection(async (connection) => {
    for await (const rows of auditRowsSince(connection, since)) {
      if (rows.length > 0) out(rows.map(lineOf).join('\n'))
    }
  })
}

function lineOf({ happenedAt, subject, ...row }: AuditEntry): string {
  return JSON.stringify({ at: new Date(happenedAt).toISOString(), ...row, subject: JSON.parse(subject) })
}

async function printCheckpoints({ database, out }: CommandContext): Promise<void> {
  const stored = await database.withConnection(storedCheckpoints)
  if (stored.length > 0) out(stored.map(checkpointLine).join('\n'))
}

async function printPublicKey({ auditKey, out }: CommandContext): Promise<void> {
  const secret = await auditKey.read()
  if (secret === null) throw new CommandFailure('There is no audit key yet: the server makes it at its start.')
  out(signingKeyOf(secret).pem.trimEnd())
}
