import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { countOf, formatCount, wordFor } from '#domain/numbers.ts'
import type { PublishedFile } from '#server/cli/audit.ts'
import { CommandFailure, type CommandContext, type Streams } from '#server/cli/command.ts'
import { transaction } from '#server/platform/db/database.ts'
import { publicKeysIn, signingKeyOf, type PublicKey } from '#server/platform/security/signing-key.ts'
import { readCheckpointLine, type Checkpoint } from '#server/store/audit/checkpoints.ts'
import { unchainedRows, verifyChain } from '#server/store/audit/verify-chain.ts'
import { verifyPublished } from '#server/store/audit/verify-published.ts'

interface KeptElsewhere {
  /** A file with lines of checkpoints, and one with public keys. */
  readonly checkpoint: string | undefined
  readonly key: string | undefined
}

/** `npm run audit -- --verify`: verifies the log in the database. */
export async function verifyLog(context: CommandContext, given: KeptElsewhere): Promise<void> {
  const { database, folder, auditKey, out } = context
  const checkpoints = await checkpointsIn(folder, given.checkpoint)
  const secret = await auditKey.read()
  const own = secret === null ? [] : [signingKeyOf(secret)]
  const keys = [...own, ...((await keysIn(folder, given.key)) ?? [])]
  if (keys.length === 0) throw new CommandFailure('There is no key: name a file with the public key (--key FILE).')
  const { problem, removed, last, unchained } = await database.withConnection((connection) =>
    transaction(connection, (own) => verifyChain(own, { keys, checkpoints })),
  )
  if (problem !== null) throw new CommandFailure(problem)
  const left = await stillUnchained(context, unchained)
  if (left > 0) throw new CommandFailure(unchainedProblem(left))
  if (removed > 0) out(`Removed by policy (AUDIT_DAYS), as signed: entries 1 to ${formatCount(removed)}.`)
  out(intact(removed + 1, last))
  if (checkpoints.length === 0) out(NO_CHECKPOINT)
}

/** `npm run audit -- --verify FILE`: verifies a published log without a database. */
export async function verifyPublishedLog({ published, checkpoint, key }: PublishedFile, { out }: Pick<Streams, 'out'>) {
  const folder = resolve('.')
  const checkpoints = await checkpointsIn(folder, checkpoint)
  const keys = await keysIn(folder, key)
  const input = createReadStream(published)
  const failure = new Promise<never>((_, reject) => {
    input.once('error', (error) => reject(cannotRead(published, error)))
  })
  const lines = createInterface({ input, crlfDelay: Infinity })
  const verified = await Promise.race([verifyPublished(lines, { keys, checkpoints }), failure])
  if (verified.problem !== null) throw new CommandFailure(verified.problem)
  out(intact(verified.first, verified.last))
  if (keys === null) out(`Signed by the key ${verified.key}, which the file names: compare it with the published key.`)
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

async function keysIn(folder: string, file: string | undefined): Promise<readonly PublicKey[] | null> {
  if (file === undefined) return null
  const keys = publicKeysIn(await textOf(folder, file))
  if (keys === null) throw new CommandFailure(`${file} has no Ed25519 public key in PEM.`)
  return keys
}

function textOf(folder: string, file: string): Promise<string> {
  return readFile(resolve(folder, file), 'utf8').catch((error: unknown) => {
    throw cannotRead(file, error)
  })
}

function cannotRead(file: string, error: unknown): CommandFailure {
  return new CommandFailure(`${file} cannot be read: ${error instanceof Error ? error.message : ''}.`)
}
