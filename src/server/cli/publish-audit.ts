import { open, rename, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { countOf } from '#domain/numbers.ts'
import { CommandFailure, type CommandContext } from '#server/cli/command.ts'
import { recordedChange } from '#server/cli/recorded-change.ts'
import { transaction, type Connection } from '#server/platform/db/database.ts'
import { signingKeyOf, type SigningKey } from '#server/platform/security/signing-key.ts'
import { chainEntries } from '#server/store/audit/chain.ts'
import { lastCheckpoints, signedCheckpoint } from '#server/store/audit/checkpoints.ts'
import { NO_ENTRY } from '#server/store/audit/entry-hash.ts'
import { publishedLines } from '#server/store/audit/published-log.ts'
import { storedRemovals } from '#server/store/audit/removals.ts'
import { verifyChain } from '#server/store/audit/verify-chain.ts'

const OWNER_ALONE = 0o600

interface Publication {
  readonly file: string
  /** Without user names, addresses and subjects. */
  readonly isRedacted: boolean
}

/** `npm run audit -- --redact FILE` and `--export FILE`: writes the verified log to a new file, and audits it. */
export async function publishLog(context: CommandContext, { file, isRedacted }: Publication): Promise<void> {
  const { database, folder, auditKey, out } = context
  const path = resolve(folder, file)
  if (await stat(path).catch(() => null)) throw new CommandFailure(`The file ${file} already exists.`)
  const key = signingKeyOf(await auditKey.readOrMake())
  await recordedChange(context, `audit ${isRedacted ? 'redact' : 'export'}`, { file }, () => Promise.resolve())
  await chainEntries(database, key, Date.now())
  const unfinished = `${path}.${process.pid}.unfinished`
  try {
    const entries = await database.withConnection((connection) =>
      transaction(connection, (own) => writeLog(own, { path: unfinished, key, isRedacted })),
    )
    await rename(unfinished, path)
    const kind = isRedacted
      ? 'without names, addresses and subjects'
      : 'with names, addresses and subjects: keep it safe'
    out(`${file}: ${countOf(entries, 'entry', 'entries')} ${kind}.`)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

interface Writing {
  readonly path: string
  readonly key: SigningKey
  readonly isRedacted: boolean
}

/** Returns the number of entries. */
async function writeLog(connection: Connection, { path, key, isRedacted }: Writing): Promise<number> {
  const { problem, last, removed } = await verifyChain(connection, { keys: [key], checkpoints: [] })
  const { head } = await lastCheckpoints(connection)
  if (problem !== null || head === null) throw new CommandFailure(problem ?? 'There are no entries.')
  const from = { no: removed, hash: (await storedRemovals(connection)).at(-1)?.hash ?? NO_ENTRY }
  const checkpoint = signedCheckpoint(key, { no: last, hash: head.hash, at: Date.now() })
  const target = await open(path, 'wx', OWNER_ALONE)
  try {
    for await (const line of publishedLines(connection, { isRedacted, key, from, checkpoint })) {
      await target.write(`${line}\n`)
    }
    await target.sync()
  } finally {
    await target.close()
  }
  return last - removed
}
