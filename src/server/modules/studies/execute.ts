import * as v from 'valibot'
import type { ObjectDefinition } from '#contract/history.ts'
import type { StudyChange } from '#contract/study-files.ts'
import { formulaVariables } from '#domain/scores/formula.ts'
import { readFormula } from '#domain/scores/read-formula.ts'
import { differenceFor } from '#server/disclosure/reader-counts.ts'
import { cohortsOfDefinition, variablesOfDefinition, withCohortIds } from '#server/model/cohort.ts'
import type { StudyServices } from '#server/modules/studies/lookup.ts'
import { presentChange, type PlannedObject, type StudyDiff } from '#server/modules/studies/plan.ts'
import { savedObjects, type SavedObject } from '#server/modules/studies/project-text.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { conflict, Refusal } from '#server/platform/http/refusal.ts'
import { valueProblemOf } from '#server/store/compared-values.ts'
import { dependentCohorts, dependentVariables } from '#server/store/dependants.ts'
import { recordChanged, type RecordedChange } from '#server/store/history/record-versions.ts'
import { deleteObject } from '#server/store/trash/trash.ts'
import { thingsOf, usedBy, usesOfCohort, usesOfVariable, type Use } from '#server/store/uses.ts'
import { deletePrepared } from '#server/store/variable-sets/variable-sets.ts'

/** A refused declaration with its line. */
export class DeclarationRefusal extends Refusal {
  readonly line: number | null

  constructor({ status, message }: Refusal, { line, name }: Pick<PlannedObject, 'line' | 'name'>) {
    super(status, line === null ? `“${name}”: ${message}` : message)
    this.line = line
  }
}

/** An object that is saved again: with the definition of the file, or with its old one. */
interface Pending extends Pick<PlannedObject, 'kind' | 'name' | 'plannedId' | 'line'> {
  readonly definition: ObjectDefinition
  readonly projectId: number
  readonly saved: SavedObject | null
  readonly planned: PlannedObject | null
}

/**
 * Makes the changes of a study file in a transaction: changed objects and all that is built on them are moved to the
 * trash and saved again in the order of their references, so that none is evaluated beside an old definition.
 */
export async function executeStudy(tx: Connection, services: StudyServices, diff: StudyDiff): Promise<StudyChange[]> {
  const { state, objects } = diff
  const { accountId } = state.user
  const discarded = discardedBy(diff)
  const pending = pendingOf(diff)
  const newIds = new Map<string, number>()
  requireValues(state, pending)
  requireUnneeded(objects, pending)

  const change = async () => {
    await discard(tx, services, accountId, discarded)
    await makeAll(tx, services, state.user, { pending, newIds })
    await editAll(tx, services, state.user, { objects, newIds })
    await requireUnused(tx, accountId, objects)
  }
  const recorded = (): RecordedChange[] =>
    pending.map(({ kind, plannedId, saved, planned }) => {
      const newId = newIds.get(`${kind} ${plannedId}`) ?? 0
      const action = saved === null ? 'make' : planned?.isRedefined === true ? 'replace' : 'rerun'
      return { kind, id: saved?.id ?? newId, newId, action }
    })
  await recordChanged(tx, services, accountId, change, recorded)
  return countedChanges(tx, services, diff, { pending, newIds })
}

/** The changed objects and all that is built on them, of all projects. */
function discardedBy({ state, lookup, objects }: StudyDiff): SavedObject[] {
  const moved = objects.filter(({ change, isRedefined }) => change === 'remove' || isRedefined)
  const affected = affectedBy(moved, state.things)
  return savedObjects(state, lookup, null).filter(({ kind, id }) => affected.has(`${kind} ${id}`))
}

function pendingOf(diff: StudyDiff): Pending[] {
  return pendingObjects(diff.objects, discardedBy(diff), diff.state.projectId)
}

function affectedBy(moved: readonly PlannedObject[], things: StudyDiff['state']['things']): ReadonlySet<string> {
  const names = moved.flatMap(({ kind, saved }) => (kind === 'construct' && saved ? [saved.name] : []))
  const variables = names.flatMap((name) => dependentVariables(things, name))
  const variableNames = new Set(
    [...names, ...variables.map((one) => one.variable_name)].map((one) => one.toUpperCase()),
  )
  const cohortIds = new Set(moved.flatMap(({ kind, saved }) => (kind === 'cohort' && saved ? [saved.id] : [])))
  return new Set([
    ...moved.flatMap(({ kind, saved }) => (saved ? [`${kind} ${saved.id}`] : [])),
    ...variables.map(({ constructid }) => `construct ${constructid}`),
    ...dependentCohorts(things, { cohortIds, variableNames }).map(({ cohortid }) => `cohort ${cohortid}`),
  ])
}

function pendingObjects(
  objects: readonly PlannedObject[],
  discarded: readonly SavedObject[],
  projectId: number,
): Pending[] {
  const planned = new Map(objects.flatMap((one) => (one.saved ? [[`${one.kind} ${one.saved.id}`, one] as const] : [])))
  const again = discarded.flatMap((saved): Pending[] => {
    const found = planned.get(`${saved.kind} ${saved.id}`) ?? null
    if (found?.change === 'remove') return []
    const { kind, id: plannedId, projectId: inProject } = saved
    const definition = found?.definition ?? saved.definition
    const { line = null, name = saved.name } = found ?? {}
    return [{ kind, name, plannedId, line, definition, projectId: inProject, saved, planned: found }]
  })
  const made = objects.flatMap((one): Pending[] => {
    if (one.change !== 'create' || one.definition === null) return []
    const { kind, name, line, definition } = one
    // Only cohorts are named by their id.
    const plannedId = kind === 'cohort' ? one.plannedId : -(objects.indexOf(one) + 1)
    return [{ kind, name, plannedId, line, definition, projectId, saved: null, planned: one }]
  })
  return [...again, ...made]
}

/** Dependants are younger than what they are built on: the youngest are deleted first, cohorts before variables. */
async function discard(
  tx: Connection,
  services: StudyServices,
  accountId: number,
  discarded: readonly SavedObject[],
): Promise<void> {
  const things = await thingsOf(tx, accountId)
  const ranks = { varset: 0, cohort: 1, construct: 2 }
  const order = [...discarded].sort((a, b) => ranks[a.kind] - ranks[b.kind] || b.id - a.id)
  for (const { kind, id, name, projectId } of order) {
    await deleteObject(tx, services, { accountId, kind, id, name, projectId, things })
  }
  const names = new Set(discarded.flatMap(({ kind, name }) => (kind === 'construct' ? [name.toUpperCase()] : [])))
  for (const { varsetid, variables } of things.variableSets) {
    if (variables.some((name) => names.has(name.toUpperCase()))) await deletePrepared(tx, varsetid)
  }
}

interface Making {
  readonly pending: readonly Pending[]
  /** The new ids by kind and planned id. */
  readonly newIds: Map<string, number>
}

/** Saves objects, each after those that it is built on. */
async function makeAll(
  tx: Connection,
  services: StudyServices,
  user: StudyDiff['state']['user'],
  { pending, newIds }: Making,
): Promise<void> {
  const waiting = new Map(pending.map((one) => [referenceOf(one), one]))
  const needs = new Map(pending.map((one) => [one, referencesOf(one.definition)]))
  while (waiting.size > 0) {
    const ready = [...waiting].find(([, one]) => !needs.get(one)?.some((reference) => waiting.has(reference)))
    if (!ready) {
      const [first] = waiting.values()
      throw conflict(`“${first?.name ?? ''}”: A definition cannot be built on itself.`)
    }
    const [reference, one] = ready
    const { kind, plannedId, definition, projectId } = one
    const idOf = (id: number) => newIds.get(`cohort ${id}`) ?? id
    const { cohort } = definition
    const present = cohort ? { ...definition, cohort: withCohortIds(cohort, idOf) } : definition
    const made = new Set([...newIds].flatMap(([key, id]) => (key.startsWith('cohort ') ? [id] : [])))
    const id = await refusing(one, () =>
      services.makeObject[kind](tx, user, { definition: present, projectId, newIds: made }),
    )
    newIds.set(`${kind} ${plannedId}`, id)
    waiting.delete(reference)
  }
}

function referenceOf({ kind, name, plannedId }: Pick<Pending, 'kind' | 'name' | 'plannedId'>): string {
  return kind === 'construct' ? `variable ${name.toUpperCase()}` : `${kind} ${plannedId}`
}

function referencesOf({ variables, cohort, construct }: ObjectDefinition): string[] {
  const formula = construct?.formula ? readFormula(construct.formula) : null
  const names = [
    ...(variables ?? []),
    ...(cohort ? variablesOfDefinition(cohort) : []),
    ...(construct?.variables ?? []),
    ...(formula && 'formula' in formula ? formulaVariables(formula.formula) : []),
  ]
  const cohorts = cohort ? cohortsOfDefinition(cohort).map((id) => `cohort ${id}`) : []
  return [...names.map((name) => `variable ${name.toUpperCase()}`), ...cohorts]
}

async function refusing<Result>(
  one: Pick<PlannedObject, 'line' | 'name'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Refusal ? new DeclarationRefusal(error, one) : error
  }
}

/** Refuses a definition that lacks a value with which an object that the file does not declare compares. */
function requireValues({ things }: StudyDiff['state'], pending: readonly Pending[]): void {
  const others = new Set(pending.flatMap(({ planned, kind, plannedId }) => (planned ? [] : [`${kind} ${plannedId}`])))
  const dependants = {
    cohorts: things.cohorts.filter(({ cohortid }) => others.has(`cohort ${cohortid}`)),
    variables: things.customVariables.filter(({ constructid }) => others.has(`construct ${constructid}`)),
  }
  for (const one of pending) {
    const { construct } = one.planned?.isRedefined ? one.definition : { construct: null }
    if (!construct) continue
    const rule = { variableType: construct.construct_type, possibleValues: construct.values.map(({ name }) => name) }
    const problem = valueProblemOf(one.name, rule, dependants)
    if (problem !== null) throw new DeclarationRefusal(conflict(problem), one)
  }
}

/** Refuses to remove an object on which one is built that is saved again. */
function requireUnneeded(objects: readonly PlannedObject[], pending: readonly Pending[]): void {
  const removed = new Map(objects.flatMap((one) => (one.change === 'remove' ? [[referenceOf(one), one] as const] : [])))
  for (const { kind, name, plannedId: id, projectId, definition } of removed.size > 0 ? pending : []) {
    const used = referencesOf(definition).flatMap((reference) => removed.get(reference) ?? [])
    const [first] = used
    if (first) throw new DeclarationRefusal(conflict(usedBy([{ kind, name, id, projectId }])), first)
  }
}

/** Names, descriptions and variable sets are edited, and keep their ids. */
async function editAll(
  tx: Connection,
  services: StudyServices,
  user: StudyDiff['state']['user'],
  { objects, newIds }: { readonly objects: readonly PlannedObject[]; readonly newIds: ReadonlyMap<string, number> },
): Promise<void> {
  for (const one of objects) {
    const { change, kind, saved, definition, isRedefined } = one
    if (change !== 'change' || isRedefined || saved === null || definition === null) continue
    const id = newIds.get(`${kind} ${saved.id}`) ?? saved.id
    // Saved again with the new name already.
    if (id !== saved.id) continue
    await refusing(one, () =>
      services.applyVersion[kind](tx, user, { id, definition, isRedefined: false, isRerun: false }),
    )
  }
}

/** Refuses to remove an object that another is built on. */
async function requireUnused(tx: Connection, accountId: number, objects: readonly PlannedObject[]): Promise<void> {
  const removed = objects.filter(({ change }) => change === 'remove')
  if (removed.length === 0) return
  const things = await thingsOf(tx, accountId)
  for (const one of removed) {
    const uses = one.kind === 'varset' ? [] : usesOfRemoved(things, one)
    if (uses.length > 0) throw new DeclarationRefusal(conflict(usedBy(uses)), one)
  }
}

function usesOfRemoved(things: StudyDiff['state']['things'], { kind, name, plannedId }: PlannedObject): Use[] {
  return kind === 'cohort' ? usesOfCohort(things, plannedId) : usesOfVariable(things, name)
}

/** A change and the object that is saved again for it, if there is one. */
interface ChangedObject {
  readonly present: StudyChange
  readonly one: Pending | null
}

function changedObjects({ state: { projectId }, objects }: StudyDiff, pending: readonly Pending[]): ChangedObject[] {
  const again = new Map(pending.flatMap((one) => (one.planned ? [[one.planned, one] as const] : [])))
  const declared = objects.map((object): ChangedObject => {
    const one = again.get(object) ?? null
    const change = one && object.change === 'keep' ? 'rerun' : object.change
    return { present: { ...presentChange(object, projectId), change }, one }
  })
  const others = pending.flatMap((one): ChangedObject[] => {
    const { kind, name, projectId: inProject, saved, planned } = one
    if (planned !== null) return []
    const text = saved?.text ?? null
    const what = { change: 'rerun', kind, name, line: null, id: saved?.id ?? null, projectid: inProject } as const
    return [{ present: { ...what, before: text, after: text, ...NO_COUNTS }, one }]
  })
  return [...declared, ...others]
}

/** The changes of a study file that is not applied, without counts. */
export function uncountedChanges(diff: StudyDiff): StudyChange[] {
  return changedObjects(diff, pendingOf(diff)).map(({ present }) => present)
}

async function countedChanges(
  tx: Connection,
  services: StudyServices,
  diff: StudyDiff,
  { pending, newIds }: Making,
): Promise<StudyChange[]> {
  const changes: StudyChange[] = []
  for (const { present, one } of changedObjects(diff, pending)) {
    const { kind, change, id: before } = present
    const newId = one ? (newIds.get(`${kind} ${one.plannedId}`) ?? null) : before
    const id = change === 'remove' ? null : newId
    const counts =
      change === 'keep' ? NO_COUNTS : await countsOf(tx, services, diff.state.user, { kind, before, after: id })
    changes.push({ ...present, id, ...counts })
  }
  return changes
}

type Counts = Pick<StudyChange, 'size_before' | 'size_after' | 'entered' | 'left'>
const NO_COUNTS = { size_before: null, size_after: null, entered: null, left: null, size_at_release: null } as const

interface Replaced {
  readonly kind: Use['kind']
  readonly before: number | null
  readonly after: number | null
}

const Row = v.object({ before: v.number(), after: v.number(), both: v.number() })

/** The members of a cohort before and after. Differences disclose answers: null for readers who may not know them all. */
async function countsOf(
  tx: Connection,
  { settings }: StudyServices,
  user: StudyDiff['state']['user'],
  { kind, before, after }: Replaced,
): Promise<Counts> {
  // Without a trash the members of the old cohort are deleted.
  const isCounted = kind === 'cohort' && (before === after || settings.capabilities.includes('trash'))
  if (!isCounted) return NO_COUNTS
  const counts = await differenceFor(user, () => countMembers(tx, before ?? 0, after ?? 0))
  if (counts === null) return NO_COUNTS
  return {
    size_before: before === null ? null : counts.before,
    size_after: after === null ? null : counts.after,
    entered: counts.after - counts.both,
    left: counts.before - counts.both,
  }
}

async function countMembers(tx: Connection, before: number, after: number): Promise<v.InferOutput<typeof Row>> {
  const [row] = await rowsOf(
    tx,
    Row,
    sql`SELECT CAST(count(*) FILTER (WHERE was) AS INTEGER) AS before,
        CAST(count(*) FILTER (WHERE is_now) AS INTEGER) AS after,
        CAST(count(*) FILTER (WHERE was AND is_now) AS INTEGER) AS "both"
      FROM (
        SELECT individual_no, bool_or(cohortid = ${before}) AS was, bool_or(cohortid = ${after}) AS is_now
        FROM cohort_member WHERE cohortid IN (${before}, ${after}) GROUP BY individual_no
      ) members`,
  )
  return row ?? { before: 0, after: 0, both: 0 }
}
