import type { StudyChange, StudyPlan } from '#contract/study-files.ts'
import { nameKey } from '#domain/text/names.ts'
import { differenceFor } from '#server/disclosure/reader-counts.ts'
import type { Release } from '#server/model/release.ts'
import type { User } from '#server/model/user.ts'
import { DeclarationRefusal, executeStudy, uncountedChanges } from '#server/modules/studies/execute.ts'
import { readState, type StudyServices } from '#server/modules/studies/lookup.ts'
import { diffStudy, type StudyDiff, type StudySent } from '#server/modules/studies/plan.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { withDiscardedChanges } from '#server/platform/db/write-lock.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { releasesOf } from '#server/store/releases/releases.ts'

interface Planning {
  readonly sent: StudySent
  readonly signal: AbortSignal
}

/** The changes of a study file with their counts. They are made and rolled back, so that applying them has the same. */
export async function planStudy(
  connection: Connection,
  services: StudyServices,
  user: User,
  { sent, signal }: Planning,
): Promise<StudyPlan> {
  const diff = await diffStudy(connection, services, user, sent)
  if (diff.problems.length > 0) return presentPlan(diff)
  const named = await namedRelease(connection, services, diff)
  try {
    const planned = await differenceFor(user, () => planChanges(connection, services, { diff, named, sent, signal }))
    if (planned === null) return { ...presentPlan(diff), release: named.release }
    const sizes = await planned.countEarlier(signal)
    const changes = planned.changes.map((change) => ({
      ...change,
      size_at_release: change.kind === 'cohort' ? (sizes.get(change.id ?? 0) ?? null) : null,
    }))
    return { ...presentPlan(planned.diff, changes), release: named.release }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const line = error instanceof DeclarationRefusal ? error.line : null
    const problem = { message: error.message, line, column: line === null ? null : 1 }
    return presentPlan({ ...diff, problems: [problem] })
  }
}

const countNone = async (): Promise<ReadonlyMap<number, number>> => new Map()

interface Changing extends Planning {
  readonly diff: StudyDiff
  readonly named: NamedRelease
}

/** The changes, and the function that counts their cohorts as of the release that the file names. */
async function planChanges(
  connection: Connection,
  services: StudyServices,
  { diff, named: { earlier }, sent, signal }: Changing,
) {
  const { user } = diff.state
  const planOn = async (tx: Connection, present: StudyDiff, changes: StudyPlan['changes']) => {
    if (earlier === null) return { diff: present, changes, countEarlier: countNone }
    const { things, known } = await readState(tx, services, user, sent.projectId)
    const counted = changes.map((change) => (change.change === 'keep' ? withSavedSize(change, things) : change))
    const ids = changes.flatMap(({ kind, id }) => (kind === 'cohort' && id !== null ? [id] : []))
    const definitions = { cohorts: things.cohorts, known, release: earlier }
    const countEarlier = await services.readForRelease(tx, user, ids, definitions)
    return { diff: present, changes: counted, countEarlier }
  }
  if (diff.objects.every(({ change }) => change === 'keep')) {
    return planOn(connection, diff, uncountedChanges(diff))
  }
  return withDiscardedChanges(
    services.database,
    async (tx) => {
      const again = await diffStudy(tx, services, user, sent)
      return planOn(tx, again, await executeStudy(tx, services, again))
    },
    signal,
  )
}

/** A cohort that stays has the size that is saved. */
function withSavedSize(change: StudyChange, { cohorts }: StudyDiff['state']['things']): StudyChange {
  const saved = change.kind === 'cohort' ? cohorts.find(({ cohortid }) => cohortid === change.id) : undefined
  return saved ? { ...change, size_before: saved.rowcount, size_after: saved.rowcount, entered: 0, left: 0 } : change
}

/** The name of the present release; null without releases. */
export async function presentRelease(connection: Connection, { settings }: StudyServices): Promise<string | null> {
  if (!settings.capabilities.includes('releases')) return null
  const [present] = await releasesOf(connection)
  return present?.name ?? null
}

interface NamedRelease {
  readonly release: StudyPlan['release']
  /** Null if the file names none, the present one, or one that is not known. */
  readonly earlier: Release | null
}

async function namedRelease(
  connection: Connection,
  { settings }: StudyServices,
  { releaseName }: StudyDiff,
): Promise<NamedRelease> {
  if (releaseName === null || !settings.capabilities.includes('releases')) return { release: null, earlier: null }
  const [present, ...earlier] = await releasesOf(connection)
  const key = nameKey(releaseName)
  const isPresent = present !== undefined && nameKey(present.name) === key
  const found = earlier.find(({ name }) => nameKey(name) === key) ?? null
  const release = {
    name: (isPresent ? present : found)?.name ?? releaseName,
    is_known: isPresent || found !== null,
    present: present?.name ?? '',
  }
  return { release, earlier: isPresent ? null : found }
}

/** A plan as the response. */
export function presentPlan(diff: StudyDiff, changes: StudyPlan['changes'] = uncountedChanges(diff)): StudyPlan {
  const { problems, downloads, undeclared, base } = diff
  return { problems: [...problems], changes, downloads, undeclared: [...undeclared], base, release: null }
}
