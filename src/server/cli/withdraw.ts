import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { countOf } from '#domain/numbers.ts'
import { CommandFailure, type CommandContext } from '#server/cli/command.ts'
import { recordCommand } from '#server/cli/recorded-change.ts'
import { contentHash } from '#server/engine/releases/content-hash.ts'
import type { Release } from '#server/model/release.ts'
import { forgetUndo, removeCopies } from '#server/modules/imports/store/undo-import.ts'
import { countLeaving, findLeaving, WithdrawalRefused } from '#server/modules/releases/find-leaving.ts'
import { newHashesOf, withdrawIndividuals } from '#server/modules/releases/withdraw.ts'
import { readAnswersVersion } from '#server/platform/db/data-version.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { withdrawFromFiles } from '#server/store/downloads/download-files.ts'
import { releasesOf, requireRelease, storeContentHash } from '#server/store/releases/releases.ts'

const OVERTAKEN = 'The data were changed while the releases were verified. Withdraw once more.'
const REMAINS =
  'Backups and files that were downloaded before still have the answers. A copy for undoing the last import was deleted.'

export interface WithdrawOptions {
  readonly ids: readonly string[]
  /** A file with an id a line. */
  readonly file: string | null
  readonly isDryRun: boolean
}

/** `npm run release -- withdraw`: makes a release without individuals who withdrew their consent. */
export async function withdraw(context: CommandContext, options: WithdrawOptions): Promise<void> {
  const { database, out } = context
  await requireRelease(database, Date.now())
  const named = [...options.ids, ...(options.file === null ? [] : await linesOf(context, options.file))]
  const ids = [...new Set(named.map((id) => id.trim()).filter((id) => id !== ''))]
  const state = await database.withConnection((connection) => readState(connection, ids)).catch(refused)
  const { individuals, leaving } = state
  const sizes = `${countOf(leaving.records, 'record')}, members of ${countOf(leaving.cohorts, 'saved cohort')}`
  if (options.isDryRun) {
    out(`${countOf(individuals.length, 'individual')} would be withdrawn: ${sizes}. Nothing was changed.`)
    return
  }
  const hashes = await hashesWithout(context, state.releases, individuals)
  // Before the change: a kill after it must leave no copy of the answers.
  await removeCopies(database, null)
  const name = await withWriteLock(database, async (connection) => {
    const now = await readState(connection, ids).catch(refused)
    if (stateKey(now) !== stateKey(state)) throw new CommandFailure(OVERTAKEN)
    const made = await withdrawIndividuals(connection, { individuals, now: Date.now(), hashes })
    await forgetUndo(connection)
    await recordCommand(connection, context, 'release withdraw', { name: made, individuals: ids })
    return made
  })
  const newHashes = newHashesOf(state.releases, hashes)
  // Files that were recorded while the withdrawal ran.
  await withWriteLock(database, (connection) => withdrawFromFiles(connection, new Set(individuals), newHashes))
  await hashPresent(database)
  await database.flush()
  out(`${countOf(individuals.length, 'individual was', 'individuals were')} withdrawn: ${sizes}.`)
  out(`The present data are the release ${name}. ${REMAINS}`)
}

async function linesOf({ folder }: CommandContext, file: string): Promise<string[]> {
  const text = await readFile(resolve(folder, file), 'utf8').catch(() => {
    throw new CommandFailure(`The file ${file} cannot be read.`)
  })
  return text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
}

async function readState(connection: Connection, ids: readonly string[]) {
  const individuals = await findLeaving(connection, ids)
  return {
    individuals,
    leaving: await countLeaving(connection, individuals),
    releases: await releasesOf(connection),
    answersVersion: await readAnswersVersion(connection),
  }
}

type State = Awaited<ReturnType<typeof readState>>

/** Equal where the hashes of the releases are still those of the data. */
function stateKey({ individuals, releases, answersVersion }: State): string {
  return JSON.stringify([individuals, answersVersion, releases.map(({ no, contentHash }) => [no, contentHash])])
}

function refused(error: unknown): never {
  throw error instanceof WithdrawalRefused ? new CommandFailure(error.message) : error
}

/**
 * The hashes of the releases without the individuals. A release whose content differs from its hash keeps the hash, so
 * that `verify` still reports it.
 */
async function hashesWithout(
  { database, out }: CommandContext,
  releases: readonly Release[],
  individuals: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const hashes = new Map<number, string>()
  for (const release of releases) {
    const before = await database.withConnection((connection) => contentHash(connection, release))
    const isAsMade = release.contentHash === null || release.contentHash === before
    out(`${release.name}  ${isAsMade ? 'as it was made' : 'DIFFERS from its hash, which it keeps'}`)
    if (!isAsMade) continue
    const hash = await database.withConnection((connection) => contentHash(connection, release, individuals))
    hashes.set(release.no, hash)
  }
  return hashes
}

async function hashPresent(database: Database): Promise<void> {
  const made = await database.withConnection(async (connection) => {
    const [release] = await releasesOf(connection)
    return release && { release, hash: await contentHash(connection, release) }
  })
  if (made) await withWriteLock(database, (own) => storeContentHash(own, made.release, made.hash))
}
