import { appendFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { Database } from '#server/platform/db/database.ts'
import type { Clock, Log } from '#server/platform/process/runtime.ts'
import type { SecretKey } from '#server/platform/security/secret-key.ts'
import { signingKeyOf, type SigningKey } from '#server/platform/security/signing-key.ts'
import { chainEntries, keepLastCheckpoint } from '#server/store/audit/chain.ts'
import { checkpointLine, type Checkpoint } from '#server/store/audit/checkpoints.ts'
import { removeOldEntries } from '#server/store/audit/retention.ts'
import { DAY_MILLISECONDS } from '#server/store/retention.ts'

/** Time between two looks for entries that are not chained, also those of other servers and of commands. */
const INTERVAL_MILLISECONDS = 1_000

const OWNER_ALONE = 0o600

export interface ChainOptions {
  readonly key: SecretKey
  /** The file to which checkpoints are appended; null for none. */
  readonly checkpointFile: string | null
  /** Days of retention; null keeps all entries. */
  readonly days: number | null
  readonly clock: Clock
  readonly log: Log
}

/**
 * Chains new entries while a server runs, writes its checkpoints to the log and to a file, and deletes old entries.
 * Failures are logged, and tried again. The returned function chains the last entries and stops it.
 */
export function keepChain(
  database: Database,
  { key: secret, checkpointFile, days, clock, log }: ChainOptions,
): () => Promise<void> {
  const key = keyOnce(secret)
  const keep = (checkpoint: Checkpoint) => writeCheckpoint(checkpoint, checkpointFile, log)
  const chain = async () => chainOnce(database, { key: await key(), now: clock(), log, keep })
  let isFailing = false
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
      isFailing = false
    } catch (error) {
      if (!isFailing) log.error({ error: messageOf(error) }, 'audit entries could not be chained')
      isFailing = true
    }
  }
  const stopping = new AbortController()
  const untilStopped = async () => {
    let nextRemoval = 0
    while (!stopping.signal.aborted) {
      await attempt(async () => {
        await chain()
        // Only chained entries are deleted, so a log from before the chain is chained first.
        if (days === null || clock() < nextRemoval) return
        nextRemoval = clock() + DAY_MILLISECONDS
        await removeOldEntries(database, await key(), { days, now: clock() })
      })
      const options = { signal: stopping.signal, ref: false }
      await setTimeout(INTERVAL_MILLISECONDS, null, options).catch(() => undefined)
    }
  }
  const running = untilStopped()
  return async () => {
    stopping.abort()
    await running
    await attempt(async () => {
      await chain()
      const last = await keepLastCheckpoint(database, await key())
      if (last !== null) await keep(last)
    })
  }
}

/** Reads or makes the key at the first call that succeeds: without it the server works, and the failure is logged. */
function keyOnce(secret: SecretKey): () => Promise<SigningKey> {
  let key: SigningKey | null = null
  return async () => (key ??= signingKeyOf(await secret.readOrMake()))
}

interface ChainRun {
  readonly key: SigningKey
  readonly now: number
  readonly log: Log
  readonly keep: (checkpoint: Checkpoint) => Promise<void>
}

async function chainOnce(database: Database, { key, now, log, keep }: ChainRun): Promise<void> {
  const { kept, isForeign } = await chainEntries(database, key, now)
  if (isForeign) log.error('the last checkpoint of the audit log was not signed by the key of this server')
  for (const checkpoint of kept) await keep(checkpoint)
}

async function writeCheckpoint(checkpoint: Checkpoint, file: string | null, log: Log): Promise<void> {
  const line = checkpointLine(checkpoint)
  log.info({ checkpoint: line }, 'checkpoint of the audit log')
  if (file === null) return
  try {
    await appendFile(file, `${line}\n`, { mode: OWNER_ALONE, flush: true })
  } catch (error) {
    log.error({ error: messageOf(error) }, 'a checkpoint of the audit log could not be written to AUDIT_CHECKPOINTS')
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}
