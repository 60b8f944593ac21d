import type * as v from 'valibot'
import type { rulesDependants, Dependants } from '#contract/dependants.ts'
import { rerunFor } from '#server/disclosure/reader-counts.ts'
import { cohortsInRules, type SavedCohort, cohortsOfDefinition } from '#server/model/cohort.ts'
import type { User } from '#server/model/user.ts'
import { requireOwnCohort, editCohort } from '#server/modules/cohorts/change-cohorts.ts'
import { readRules } from '#server/modules/cohorts/read-rules.ts'
import {
  createReplaceWithCohorts,
  deleteSaved,
  saveRules,
  type RerunServices,
  saveDefinition,
} from '#server/modules/cohorts/rerun-cohorts.ts'
import type { CohortToSave } from '#server/modules/cohorts/save-cohort.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { conflict, meaningless } from '#server/platform/http/refusal.ts'
import { dependentCohorts, presentDependants, type Replaced, type RerunCohort } from '#server/store/dependants.ts'
import type { ApplyVersion } from '#server/store/history/apply-version.ts'
import { recordChanged, recordedReruns, replacedBy } from '#server/store/history/record-versions.ts'
import { requireUnchanged } from '#server/store/saved-objects.ts'
import { thingsOf, usedBy, usesOfCohort } from '#server/store/uses.ts'

type Sent = v.InferOutput<typeof rulesDependants.input>

interface Replacement extends Sent {
  readonly version?: string | null | undefined
  /** Whether dependants are run again; without, a cohort with dependants is refused. */
  readonly isRerun: boolean
}

interface ReplacedCohort {
  readonly cohortId: number
  readonly rerun: readonly RerunCohort[]
}

/** Replaces a cohort's rules in a transaction. The new cohort and its dependants have new ids. */
export function replaceRules(
  tx: Connection,
  services: RerunServices,
  user: User,
  { cohortid, version, isRerun, ...sent }: Replacement,
): Promise<ReplacedCohort> {
  return replaceCohort(tx, services, user, {
    cohortId: cohortid,
    version,
    isRerun,
    builtOn: [sent.parent_id, ...cohortsInRules(sent.rules)],
    read: async () => {
      const known = await services.variables.read(tx, user.accountId)
      const rules = await readRules(tx, known, user, sent)
      return (naming) => saveRules(tx, services, user, rules, naming)
    },
  })
}

type Naming = Pick<CohortToSave, 'name' | 'description' | 'projectId'>

interface CohortReplacement extends Pick<Replacement, 'version' | 'isRerun'> {
  readonly cohortId: number
  /** The cohorts of the new definition. */
  readonly builtOn: readonly number[]
  /** Validates the new definition, and returns how it is saved. */
  readonly read: () => Promise<(naming: Naming) => Promise<number>>
  /** The name and description of the new cohort, if they are not those of the old one. */
  readonly naming?: Pick<Naming, 'name' | 'description'>
  readonly restoredNo?: number | undefined
}

/** Replaces a cohort by one with another definition, in a transaction. */
export async function replaceCohort(
  tx: Connection,
  services: RerunServices,
  user: User,
  { cohortId, version, isRerun, builtOn, read, naming, restoredNo }: CohortReplacement,
): Promise<ReplacedCohort> {
  const { accountId } = user
  const cohort = await requireOwnCohort(tx, user, cohortId)
  const things = await thingsOf(tx, accountId)
  const uses = usesOfCohort(things, cohortId)
  if (uses.length > 0 && !isRerun) throw conflict(usedBy(uses))
  requireUnchanged(version, cohort, { name: '', description: '' })
  const replaced = changedBy(cohortId)
  refuseCycle(builtOn, new Set([cohortId, ...dependentCohorts(things, replaced).map((one) => one.cohortid)]))
  const save = await read()
  let newId = 0
  const replace = async () => {
    // A new id: members of a saved cohort never change, so caches and prepared downloads stay right.
    const { name, description, projectid: projectId } = cohort
    await deleteSaved(tx, services, user, cohort, things)
    newId = await save({ name, description, projectId, ...naming })
    return new Map([[cohortId, newId]])
  }
  const rerun = await recordChanged(
    tx,
    services,
    accountId,
    () => createReplaceWithCohorts(services)(tx, user, { things, replaced, replace }),
    (dependants) => [{ kind: 'cohort', id: cohortId, newId, ...replacedBy(restoredNo) }, ...recordedReruns(dependants)],
  )
  return { cohortId: newId, rerun }
}

function changedBy(cohortId: number): Replaced {
  return { cohortIds: new Set([cohortId]), variableNames: new Set() }
}

function refuseCycle(builtOn: readonly number[], replacedIds: ReadonlySet<number>): void {
  if (builtOn.some((id) => replacedIds.has(id))) throw meaningless('A cohort cannot be built on itself.', 'rules')
}

/** The dependants of a cohort, with their sizes after a replacement that is rolled back. */
export async function dependantsOfRules(
  connection: Connection,
  services: RerunServices,
  user: User,
  sent: Sent,
  signal: AbortSignal,
): Promise<Dependants> {
  await requireOwnCohort(connection, user, sent.cohortid)
  const things = await thingsOf(connection, user.accountId)
  const cohorts: readonly SavedCohort[] = dependentCohorts(things, changedBy(sent.cohortid))
  if (cohorts.length === 0) return { dependants: [], problem: null }
  const replace = (tx: Connection) => replaceRules(tx, services, user, { ...sent, isRerun: true })
  const { rerun, problem } = await rerunFor(services.database, user, replace, signal)
  return { dependants: presentDependants(cohorts, rerun), problem }
}

/** Applies a version to a cohort: another definition by a replacement, another name or description by an edit. */
export function createApplyCohortVersion(services: RerunServices): ApplyVersion {
  return async (tx, user, { id, definition: { name, description, cohort }, isRedefined, restoredNo, isRerun }) => {
    if (cohort === null || !isRedefined) {
      await editCohort(tx, services, user, { cohortid: id, name, description, restoredNo })
      return id
    }
    const { cohortId } = await replaceCohort(tx, services, user, {
      cohortId: id,
      isRerun,
      builtOn: cohortsOfDefinition(cohort),
      read: async () => (naming) => saveDefinition(tx, services, user, cohort, naming),
      naming: { name, description },
      restoredNo,
    })
    return cohortId
  }
}
