import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { countOf, formatCount, wordFor } from '#domain/numbers.ts'
import { CommandFailure, HelpRequested, type Command, type CommandContext } from '#server/cli/command.ts'
import { transaction } from '#server/platform/db/database.ts'
import { publicKeysIn, signingKeyOf, type PublicKey } from '#server/platform/security/signing-key.ts'
import {
  checkpointLine,
  readCheckpointLine,
  storedCheckpoints,
  type Checkpoint,
} from '#server/store/audit/checkpoints.ts'
import { auditRowsSince, type AuditEntry } from '#server/store/audit/read.ts'
import { unchainedRows, verifyChain } from '#server/store/audit/verify.ts'

const USAGE = [
  'Usage: npm run audit -- [--since 2026-01-31 | --since 2026-01-31T12:00:00Z]',
  '       npm run audit -- --verify [--checkpoint FILE] [--key FILE]',
  '       npm run audit -- --checkpoints',
  '       npm run audit -- --public-key',
].join('\n')
const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[-+]\d{2}:\d{2})?)?$/

/** `npm run audit`: prints and verifies the audit log. */
export const audit: Command = (words) => {
  const { verify, since, checkpoints, 'public-key': publicKey, checkpoint, key } = optionsOf(words)
  const isOfVerify = checkpoint !== undefined || key !== undefined
  const chosen = [since !== undefined, verify, checkpoints, publicKey].filter(Boolean)
  if (chosen.length > 1 || (isOfVerify && !verify)) throw new CommandFailure(USAGE)
  if (verify) return (context) => verifyLog(context, { checkpoint, key })
  if (checkpoints) return printCheckpoints
  if (publicKey) return printPublicKey
  const moment = since === undefined ? 0 : momentOf(since)
  return (context) => printEntries(context, moment)
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
      checkpoints: isSet,
      'public-key': isSet,
    },
  })
  if (values.help) throw new HelpRequested(USAGE)
  if (positionals.length > 0) throw new CommandFailure(USAGE)
  return values
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

interface KeptElsewhere {
  /** A file with lines of checkpoints, and one with public keys. */
  readonly checkpoint: string | undefined
  readonly key: string | undefined
}

/** `npm run audit -- --verify`: verifies the log in the database. */
async function verifyLog(context: CommandContext, { checkpoint, key }: KeptElsewhere): Promise<void> {
  const { database, folder, auditKey, out } = context
  const checkpoints = await checkpointsIn(folder, checkpoint)
  const secret = await auditKey.read()
  const serverKeys = secret === null ? [] : [signingKeyOf(secret)]
  const keys = [...serverKeys, ...(await keysIn(folder, key))]
  if (keys.length === 0) throw new CommandFailure('There is no key: name a file with the public key (--key FILE).')
  const { problem, removed, last, unchained } = await database.withConnection((connection) =>
    transaction(connection, (transacted) => verifyChain(transacted, { keys, checkpoints })),
  )
  if (problem !== null) throw new CommandFailure(problem)
  const left = await stillUnchained(context, unchained)
  if (left > 0) throw new CommandFailure(unchainedProblem(left))
  if (removed > 0) out(`Removed by policy (AUDIT_DAYS), as signed: entries 1 to ${formatCount(removed)}.`)
  out(intact(removed + 1, last))
  if (checkpoints.length === 0) out(NO_CHECKPOINT)
}

const NO_CHECKPOINT =
  'Without a checkpoint that was kept elsewhere (--checkpoint FILE), an earlier state of the whole log looks the same.'

function intact(first: number, last: number): string {
  const count = last - first + 1
  if (count <= 0) return 'There are no entries.'
  const range = count === 1 ? `(${formatCount(last)})` : `(${formatCount(first)} to ${formatCount(last)})`
  return `${countOf(count, 'entry', 'entries')} ${range} ${wordFor(count, 'is', 'are')} as written.`
}

function unchainedProblem(count: number): string {
  const what = `${countOf(count, 'entry', 'entries')} ${wordFor(count, 'is', 'are')} not chained`
  return `${what}: written just before the server was killed, or inserted. A server chains entries at its start.`
}

/** A running server chains an entry within about a second. */
const ATTEMPTS = 3
const ATTEMPT_MILLISECONDS = 1_000

async function stillUnchained({ database }: CommandContext, rows: readonly number[]): Promise<number> {
  let left = rows
  for (let attempt = 0; left.length > 0 && attempt < ATTEMPTS; attempt++) {
    await setTimeout(ATTEMPT_MILLISECONDS)
    const present = new Set(await database.withConnection(unchainedRows))
    left = left.filter((row) => present.has(row))
  }
  return left.length
}

async function checkpointsIn(folder: string, file: string | undefined): Promise<Checkpoint[]> {
  if (file === undefined) return []
  const lines = (await textOf(folder, file)).split('\n').filter((line) => line.trim() !== '')
  return lines.map((line, place) => {
    const checkpoint = readCheckpointLine(line)
    if (checkpoint === null) throw new CommandFailure(`Line ${place + 1} of ${file} is no checkpoint.`)
    return checkpoint
  })
}

async function keysIn(folder: string, file: string | undefined): Promise<readonly PublicKey[]> {
  if (file === undefined) return []
  const keys = publicKeysIn(await textOf(folder, file))
  if (keys === null) throw new CommandFailure(`${file} has no Ed25519 public key in PEM.`)
  return keys
}

function textOf(folder: string, file: string): Promise<string> {
  return readFile(resolve(folder, file), 'utf8').catch((error: unknown) => {
    throw new CommandFailure(`${file} cannot be read: ${error instanceof Error ? error.message : ''}.`)
  })
}
