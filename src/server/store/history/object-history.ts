import type { ObjectDefinition } from '#contract/history.ts'
import { ALL_INDIVIDUALS } from '#domain/cohorts/cohorts.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { cohortsOfDefinition, withCohortIds } from '#server/model/cohort.ts'
import type { Connection } from '#server/platform/db/database.ts'
import {
  accountStateOf,
  isSameDefinition,
  statedDefinition,
  type AccountState,
} from '#server/store/history/stated-definition.ts'
import {
  presentIdsOf,
  versionsOfObject,
  type ObjectOfAccount,
  type StoredVersion,
} from '#server/store/history/versions.ts'
import { trashOf } from '#server/store/trash/trash.ts'

export interface ObjectHistory {
  /** Newest first; the first is the present state. Their definitions name cohorts by their present ids. */
  readonly versions: readonly StoredVersion[]
  readonly state: AccountState
  /** The present ids of replaced custom variables. */
  readonly constructIdOf: (id: number) => number
}

/** The versions of an account's object; null if there is no such object. A state that was not recorded is the newest. */
export async function objectHistoryOf(connection: Connection, object: ObjectOfAccount): Promise<ObjectHistory | null> {
  const { accountId, kind, id } = object
  const state = await accountStateOf(connection, accountId)
  const present = statedDefinition(state, kind, id)
  if (present === null) return null
  const stored = await versionsOfObject(connection, object)
  const [newest] = stored
  const isRecorded = newest !== undefined && isSameDefinition(newest.definition, present.definition)
  const unrecorded = { ...present, versionNo: (newest?.versionNo ?? 0) + 1, madeAt: null, restoredNo: null }
  const versions = isRecorded ? stored : [{ ...unrecorded, action: 'found' as const }, ...stored]
  const presentIdOf = await presentIdsOf(connection, accountId)
  const saved = new Set(state.things.cohorts.map(({ cohortid }) => cohortid))
  // A replaced cohort may be back from the trash: then it has its own id.
  const cohortIdOf = (cohortId: number) => (saved.has(cohortId) ? cohortId : presentIdOf('cohort', cohortId))
  return {
    versions: versions.map((version) => ({ ...version, definition: withIds(version.definition, cohortIdOf) })),
    state,
    constructIdOf: (constructId) => presentIdOf('construct', constructId),
  }
}

/** The history of an object, or of its replacement, with the present id; null if there is none. */
export async function presentHistoryOf(
  connection: Connection,
  object: ObjectOfAccount,
): Promise<{ readonly id: number; readonly history: ObjectHistory } | null> {
  const present = await objectHistoryOf(connection, object)
  if (present !== null) return { id: object.id, history: present }
  const id = (await presentIdsOf(connection, object.accountId))(object.kind, object.id)
  const history = id === object.id ? null : await objectHistoryOf(connection, { ...object, id })
  return history && { id, history }
}

function withIds(definition: ObjectDefinition, idOf: (id: number) => number): ObjectDefinition {
  return definition.cohort ? { ...definition, cohort: withCohortIds(definition.cohort, idOf) } : definition
}

/** Names of the cohorts in the definitions. Deleted cohorts are included while they are in the trash. */
export async function namedCohorts(
  connection: Connection,
  accountId: number,
  { versions, state }: ObjectHistory,
): Promise<{ readonly cohortid: number; readonly name: string }[]> {
  const named = new Map(
    (await trashOf(connection, accountId)).flatMap(({ kind, id, name }) =>
      kind === 'cohort' ? [[id, name] as const] : [],
    ),
  )
  for (const { cohortid, name } of state.things.cohorts) named.set(cohortid, name)
  named.set(ROOT_COHORT_ID, ALL_INDIVIDUALS)
  const used = new Set(versions.flatMap(({ definition: { cohort } }) => (cohort ? cohortsOfDefinition(cohort) : [])))
  return [...used].flatMap((cohortid) => {
    const name = named.get(cohortid)
    return name === undefined ? [] : [{ cohortid, name }]
  })
}
