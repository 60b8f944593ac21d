import type { VersionAction } from '#contract/history.ts'
import type { TrashKind } from '#contract/trash.ts'
import type { Connection } from '#server/platform/db/database.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import type { RerunCohort } from '#server/store/dependants.ts'
import {
  accountStateOf,
  isSameDefinition,
  statedDefinition,
  type AccountState,
} from '#server/store/history/stated-definition.ts'
import { insertVersion, moveVersions, newestVersion, type StatedDefinition } from '#server/store/history/versions.ts'

type RecordingServices = Pick<HttpServices, 'settings' | 'clock'>

/** How an object changes; a restoration names the version. */
export interface Recorded {
  readonly kind: TrashKind
  readonly action: VersionAction
  readonly restoredNo?: number | undefined
}

/** An edit, or the restoration of a version. */
export function editedBy(restoredNo: number | undefined): Pick<Recorded, 'action' | 'restoredNo'> {
  return { action: restoredNo === undefined ? 'edit' : 'restore', restoredNo }
}

/** The same for another definition. */
export function replacedBy(restoredNo: number | undefined): Pick<Recorded, 'action' | 'restoredNo'> {
  return { action: restoredNo === undefined ? 'replace' : 'restore', restoredNo }
}

/** A change of an object: its id before, and its id after. */
export interface RecordedChange extends Recorded {
  readonly id: number
  readonly newId: number
}

/** The changes of cohorts that were run again. */
export function recordedReruns(cohorts: readonly RerunCohort[]): RecordedChange[] {
  return cohorts.map(({ cohort, newId }) => ({ kind: 'cohort', id: cohort.cohortid, newId, action: 'rerun' }))
}

/** Makes an object and records its first version. */
export async function recordMade(
  tx: Connection,
  services: RecordingServices,
  accountId: number,
  kind: TrashKind,
  make: () => Promise<number>,
): Promise<number> {
  const id = await make()
  if (isRecording(services))
    await recordChanges(tx, services, accountId, null, [{ kind, id, newId: id, action: 'make' }])
  return id
}

/** Changes objects and records their new versions; `changesOf` names them by the result. */
export async function recordChanged<Result>(
  tx: Connection,
  services: RecordingServices,
  accountId: number,
  change: () => Promise<Result>,
  changesOf: (result: Result) => readonly RecordedChange[],
): Promise<Result> {
  if (!isRecording(services)) return change()
  const before = await accountStateOf(tx, accountId)
  const result = await change()
  await recordChanges(tx, services, accountId, before, changesOf(result))
  return result
}

/** Edits an object, which keeps its id, and records the new version. */
export async function recordEdited(
  tx: Connection,
  services: RecordingServices,
  accountId: number,
  { id, ...recorded }: Recorded & { readonly id: number },
  edit: () => Promise<void>,
): Promise<void> {
  await recordChanged(tx, services, accountId, edit, () => [{ ...recorded, id, newId: id }])
}

function isRecording({ settings }: RecordingServices): boolean {
  return settings.capabilities.includes('history')
}

async function recordChanges(
  tx: Connection,
  { clock }: RecordingServices,
  accountId: number,
  before: AccountState | null,
  changes: readonly RecordedChange[],
): Promise<void> {
  const after = await accountStateOf(tx, accountId)
  for (const { kind, id, newId, action, restoredNo = null } of changes) {
    const was = before && statedDefinition(before, kind, id)
    if (was) await addVersion(tx, { accountId, kind, id }, was, { madeAt: null, action: 'found', restoredNo: null })
    if (newId !== id) await moveVersions(tx, { accountId, kind, id }, newId)
    const is = statedDefinition(after, kind, newId)
    if (is === null) throw new Error(`There is no ${kind} ${newId} to record.`)
    const isSame = was !== null && newId === id && isSameDefinition(was.definition, is.definition)
    if (!isSame) await addVersion(tx, { accountId, kind, id: newId }, is, { madeAt: clock(), action, restoredNo })
  }
}

type Made = Pick<Parameters<typeof insertVersion>[2], 'madeAt' | 'action' | 'restoredNo'>

/** Adds a version; a found state only if the newest version is another. */
async function addVersion(
  tx: Connection,
  object: Parameters<typeof insertVersion>[1],
  { definition, sources }: StatedDefinition,
  made: Made,
): Promise<void> {
  const newest = await newestVersion(tx, object)
  if (made.action === 'found' && newest && isSameDefinition(newest.definition, definition)) return
  await insertVersion(tx, object, { ...made, versionNo: (newest?.versionNo ?? 0) + 1, definition, sources })
}
