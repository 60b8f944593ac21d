import { parseArgs } from 'node:util'
import { countOf, formatCount } from '#domain/numbers.ts'
import { nameProblem } from '#domain/releases.ts'
import { CommandFailure, HelpRequested, type Command, type CommandContext } from '#server/cli/command.ts'
import { recordCommand } from '#server/cli/recorded-change.ts'
import { withdraw } from '#server/cli/withdraw.ts'
import { contentHash } from '#server/engine/releases/content-hash.ts'
import type { Release } from '#server/model/release.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import {
  recordRelease,
  releasesOf,
  renameRelease,
  requireRelease,
  storeContentHash,
} from '#server/store/releases/releases.ts'
import { withdrawnByRelease } from '#server/store/releases/withdrawals.ts'

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
    const given = await recordRelease(connection, Date.now(), name)
    await recordCommand(connection, context, 'release make', { name: given })
    return given
  })
  context.out(`The present data are the release ${made}.`)
}

function refuseTaken(releases: readonly Release[], name: string | null): void {
  if (releases.some((other) => other.name === name)) throw new CommandFailure(`There is a release ${name} already.`)
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
    if (one.contentHash === null) await withWriteLock(database, (own) => storeContentHash(own, one, hash))
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
