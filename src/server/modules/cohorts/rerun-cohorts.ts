import * as v from 'valibot'
import type { CohortDefinition } from '#contract/history.ts'
import { COHORT_NAME } from '#domain/text/names.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import { undecidedOf } from '#server/disclosure/reader-counts.ts'
import type { EvaluateRules } from '#server/engine/bitmaps/rule-engine.ts'
import { columnsOfPlan } from '#server/engine/cohorts/cohort-plan.ts'
import { type RulesPlan, insertNumbers, membersOfRules } from '#server/engine/cohorts/rules.ts'
import {
  definitionOfCohort,
  withCohortIds,
  type SavedCohort,
  cohortsInRules,
  columnsOfRules,
} from '#server/model/cohort.ts'
import type { User } from '#server/model/user.ts'
import { readCohortDraft } from '#server/modules/cohorts/read-cohort-draft.ts'
import { readRules } from '#server/modules/cohorts/read-rules.ts'
import { type CohortToSave, insertPlan, saveCohort } from '#server/modules/cohorts/save-cohort.ts'
import { type Connection, rowsOf } from '#server/platform/db/database.ts'
import { readCommitted } from '#server/platform/db/scope.ts'
import { sql } from '#server/platform/db/sql.ts'
import { meaningless, Refusal } from '#server/platform/http/refusal.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { type ReplaceWithCohorts, type RerunCohort, dependentCohorts } from '#server/store/dependants.ts'
import type { MakeObject } from '#server/store/history/apply-version.ts'
import { deleteObject } from '#server/store/trash/trash.ts'
import type { Things } from '#server/store/uses.ts'

export interface RerunServices extends HttpServices, GuardServices {
  readonly evaluateRules: EvaluateRules
}

/** Makes the function that replaces objects together with the cohorts that depend on them. */
export function createReplaceWithCohorts(services: RerunServices): ReplaceWithCohorts {
  return async (tx, user, { things, replaced, replace }) => {
    const cohorts = dependentCohorts(things, replaced)
    return rerunCohorts(tx, services, user, { things, cohorts, replace })
  }
}

interface Rerun {
  readonly things: Things
  /** Each after those that it is built on. */
  readonly cohorts: readonly SavedCohort[]
  /** Replaces other objects after the cohorts are deleted; returns the new ids of replaced cohorts by their old ones. */
  readonly replace?: () => Promise<ReadonlyMap<number, number>>
}

/** Moves cohorts to the trash and saves them again in order, with their names and new ids. Refuses if one cannot be. */
export async function rerunCohorts(
  tx: Connection,
  services: RerunServices,
  user: User,
  { things, cohorts, replace }: Rerun,
): Promise<RerunCohort[]> {
  for (const cohort of cohorts.toReversed()) await deleteSaved(tx, services, user, cohort, things)
  const newIds = new Map(await replace?.())
  const rerun: RerunCohort[] = []
  for (const cohort of cohorts) {
    const newId = await runAgain(tx, services, user, cohort, newIds)
    newIds.set(cohort.cohortid, newId)
    rerun.push({ cohort, newId, after: await sizeOf(tx, newId) })
  }
  return rerun
}

export function deleteSaved(
  tx: Connection,
  services: HttpServices,
  { accountId }: User,
  { cohortid: id, name, projectid: projectId }: SavedCohort,
  things: Things,
): Promise<void> {
  return deleteObject(tx, services, { accountId, kind: 'cohort', id, name, projectId, things })
}

async function runAgain(
  tx: Connection,
  services: RerunServices,
  user: User,
  cohort: SavedCohort,
  newIds: ReadonlyMap<number, number>,
): Promise<number> {
  const { name, description, projectid: projectId } = cohort
  const definition = withCohortIds(definitionOfCohort(cohort), (id) => newIds.get(id) ?? id)
  try {
    const made = new Set(newIds.values())
    return await saveDefinition(tx, services, user, definition, { name, description, projectId }, made)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(error.status, `The cohort "${name}" cannot be run again: ${error.message}`)
  }
}

/** Saves a cohort by its definition; for `newIds` see `saveRules` and `insertPlan`. */
export async function saveDefinition(
  tx: Connection,
  services: RerunServices,
  user: User,
  definition: CohortDefinition,
  naming: Pick<CohortToSave, 'name' | 'description' | 'projectId'>,
  newIds?: ReadonlySet<number>,
): Promise<number> {
  const known = await services.variables.read(tx, user.accountId)
  if ('rules' in definition) {
    const plan = await readRules(tx, known, user, definition)
    return saveRules(tx, services, user, plan, naming, newIds)
  }
  const { name, description } = naming
  const plan = await readCohortDraft(tx, known, user, { ...definition, name, description })
  return saveCohort(tx, services, user, {
    ...naming,
    made: columnsOfPlan(plan),
    undecided: await undecidedOf(tx, known, user, plan),
    insertMembers: (cohortId) => insertPlan(tx, services, cohortId, plan, newIds),
  })
}

/** Makes the function that saves a cohort by its definition. */
export function createMakeCohort(services: RerunServices): MakeObject {
  return (tx, user, { definition: { name, description, cohort }, projectId, newIds }) => {
    const problem = COHORT_NAME.problem(name)
    if (problem !== null) throw meaningless(problem, 'name')
    if (cohort === null) throw new Error('A cohort has a definition.')
    const naming = { name: name.trim(), description: description.trim(), projectId }
    return saveDefinition(tx, services, user, cohort, naming, newIds)
  }
}

/** Evaluates committed data; the members of cohorts of this transaction (`newIds`) are read here. */
export async function saveRules(
  tx: Connection,
  services: RerunServices,
  user: User,
  plan: RulesPlan,
  naming: Pick<CohortToSave, 'name' | 'description' | 'projectId'>,
  newIds: ReadonlySet<number> = new Set(),
): Promise<number> {
  const { database, evaluateRules } = services
  const newMembers = new Map<number, readonly number[]>()
  for (const cohortId of [plan.parentId, ...cohortsInRules(plan.definition)]) {
    if (newIds.has(cohortId)) newMembers.set(cohortId, await membersOf(tx, cohortId))
  }
  const numbers = await readCommitted(database, tx, (connection) =>
    membersOfRules(connection, evaluateRules, { ...plan, newMembers }),
  )
  return saveCohort(tx, services, user, {
    ...naming,
    made: { parent_id: plan.parentId, ...columnsOfRules(plan.definition) },
    undecided: null,
    insertMembers: (cohortId) => insertNumbers(tx, cohortId, numbers),
  })
}

const Size = v.object({ size: v.number() })

async function sizeOf(tx: Connection, cohortId: number): Promise<number> {
  const [row] = await rowsOf(tx, Size, sql`SELECT rowcount AS size FROM cohort WHERE cohortid = ${cohortId}`)
  return row?.size ?? 0
}

const Member = v.object({ individual_no: v.number() })

async function membersOf(tx: Connection, cohortId: number): Promise<number[]> {
  const rows = await rowsOf(tx, Member, sql`SELECT individual_no FROM cohort_member WHERE cohortid = ${cohortId}`)
  return rows.map((row) => row.individual_no)
}
