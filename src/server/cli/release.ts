import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { countOf, formatCount } from '#domain/numbers.ts'
import { nameProblem } from '#domain/releases.ts'
import { nameKey } from '#domain/text/names.ts'
import { CommandFailure, HelpRequested, type Command, type CommandContext } from '#server/cli/command.ts'
import { recordCommand } from '#server/cli/recorded-change.ts'
import { contentHash } from '#server/engine/releases/content-hash.ts'
import type { Release } from '#server/model/release.ts'
import { forgetUndo, removeCopies } from '#server/modules/imports/store/undo-import.ts'
import {
  countLeaving,
  findLeaving,
  WithdrawalRefused,
  newHashesOf,
  withdrawIndividuals,
} from '#server/modules/releases/withdraw.ts'
import { readAnswersVersion } from '#server/platform/db/data-version.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { withdrawFromFiles } from '#server/store/downloads/download-files.ts'
import {
  recordRelease,
  releasesOf,
  renameRelease,
  requireRelease,
  storeContentHash,
  withdrawnByRelease,
} from '#server/store/releases/releases.ts'

const OVERTAKEN = 'The data were changed while the releases were verified. Withdraw once more.'
const REMAINS =
  'Backups and files that were downloaded before still have the answers. A copy for undoing the last import was deleted.'

interface WithdrawOptions {
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
  if (made) await withWriteLock(database, (tx) => storeContentHash(tx, made.release, made.hash))
}

const USAGE = [
  'Usage: npm run release -- list',
  '       npm run release -- make [NAME]',
  '       npm run release -- name OLD NEW',
  '       npm run release -- verify [NAME]',
  '       npm run release -- withdraw INDIVIDUAL_ID... [--file FILE] [--dry-run]',
].join('\n')

/** `npm run release`: lists and names data releases, verifies their content, and withdraws individuals. */
export const release: Command = (words) => {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', default: false },
      file: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  if (values.help) throw new HelpRequested(USAGE)
  const { file = null, 'dry-run': isDryRun } = values
  const [command, ...ids] = positionals
  if (command === 'withdraw') {
    if (ids.length === 0 && file === null) throw new CommandFailure(USAGE)
    return (context) => withdraw(context, { ids, file, isDryRun })
  }
  if (file !== null || isDryRun) throw new CommandFailure(USAGE)
  const [action, first, second, ...others] = positionals
  if (action === 'list' && first === undefined) return list
  if (action === 'make' && second === undefined) return (context) => make(context, first?.trim() ?? null)
  if (action === 'verify' && second === undefined) return (context) => verify(context, first ?? null)
  if (action !== 'name' || first === undefined || second === undefined || others.length > 0) {
    throw new CommandFailure(USAGE)
  }
  return (context) => rename(context, first, second.trim())
}

async function list({ database, out }: CommandContext): Promise<void> {
  await requireRelease(database, Date.now())
  const releases = await database.withConnection(releasesOf)
  const withdrawn = await database.withConnection(withdrawnByRelease)
  if (releases.length === 0) out('There are no data yet.')
  for (const one of releases) {
    const left = withdrawn.get(one.no) ?? 0
    const sizes = [countOf(one.individuals, 'individual'), countOf(one.variables, 'variable')]
    const size = [...sizes, ...(left > 0 ? [`${formatCount(left)} withdrawn`] : [])].join(', ')
    out(`${one.name}  ${new Date(one.madeAt).toISOString()}  ${size}  ${one.contentHash ?? 'no hash yet'}`)
  }
}

/** Closes the catalog edits since the last release by a release of their own; the answers are those of before. */
async function make(context: CommandContext, name: string | null): Promise<void> {
  const problem = name === null ? null : nameProblem(name)
  if (problem !== null) throw new CommandFailure(problem)
  const made = await withWriteLock(context.database, async (connection) => {
    const before = await releasesOf(connection)
    if (before.length === 0) throw new CommandFailure('There are no data yet.')
    refuseTaken(before, name)
    const recordedName = await recordRelease(connection, Date.now(), name)
    await recordCommand(connection, context, 'release make', { name: recordedName })
    return recordedName
  })
  context.out(`The present data are the release ${made}.`)
}

function refuseTaken(releases: readonly Release[], name: string | null): void {
  const taken = name === null ? undefined : releases.find((other) => nameKey(other.name) === nameKey(name))
  if (taken) throw new CommandFailure(`There is a release ${taken.name} already.`)
}

async function rename(context: CommandContext, old: string, name: string): Promise<void> {
  const problem = nameProblem(name)
  if (problem !== null) throw new CommandFailure(problem)
  await withWriteLock(context.database, async (connection) => {
    const releases = await releasesOf(connection)
    const { no } = releaseNamed(releases, old)
    refuseTaken(
      releases.filter((other) => other.no !== no),
      name,
    )
    await renameRelease(connection, no, name)
    await recordCommand(connection, context, 'release name', { old, name })
  })
  context.out(`The release ${old} is now ${name}.`)
}

/** Computes the hashes of releases from the present data and their history; a first hash is stored. */
async function verify({ database, out }: CommandContext, name: string | null): Promise<void> {
  const releases = await database.withConnection(releasesOf)
  const verified = name === null ? releases : [releaseNamed(releases, name)]
  const withdrawn = await database.withConnection(withdrawnByRelease)
  const differing: string[] = []
  for (const one of verified) {
    const hash = await database.withConnection((connection) => contentHash(connection, one))
    if (one.contentHash === null) await withWriteLock(database, (tx) => storeContentHash(tx, one, hash))
    const isSame = one.contentHash === hash
    const later = [...withdrawn].reduce((sum, [no, individuals]) => (no > one.no ? sum + individuals : sum), 0)
    const except = later > 0 ? `, except ${countOf(later, 'withdrawn individual')}` : ''
    out(`${one.name}  ${hash}  ${one.contentHash === null ? 'stored' : isSame ? `as it was made${except}` : 'DIFFERS'}`)
    if (one.contentHash !== null && !isSame) differing.push(one.name)
  }
  if (differing.length > 0) throw new CommandFailure(`The content is not as it was: ${differing.join(', ')}.`)
}

function releaseNamed(releases: readonly Release[], name: string): Release {
  const found = releases.find((one) => one.name === name)
  if (!found) throw new CommandFailure(`There is no release ${name}.`)
  return found
}
