import type * as v from 'valibot'
import type { constructDependants, Dependants } from '#contract/dependants.ts'
import type { ConstructDraft } from '#contract/shapes/construct-draft.ts'
import { DUPLICATE_VARIABLE_NAME } from '#domain/messages.ts'
import type { GuardServices } from '#server/disclosure/guard/guard-context.ts'
import { rerunFor } from '#server/disclosure/reader-counts.ts'
import { readConstruct } from '#server/engine/conditions/read-definitions.ts'
import type { User } from '#server/model/user.ts'
import { requireCustom, saveConstruct } from '#server/modules/custom-variables/save-construct.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { Refusal, conflict, meaningless } from '#server/platform/http/refusal.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import { valueProblemOf } from '#server/store/compared-values.ts'
import { type SavedCustomVariable, insertCustomVariable } from '#server/store/custom-variables/custom-variables.ts'
import {
  type ReplaceWithCohorts,
  type RerunCohort,
  dependentCohorts,
  dependentVariables,
  presentDependants,
} from '#server/store/dependants.ts'
import {
  type RecordedChange,
  recordChanged,
  recordedReruns,
  replacedBy,
} from '#server/store/history/record-versions.ts'
import { definitionOfConstruct } from '#server/store/history/stated-definition.ts'
import { nextId, requireUnchanged } from '#server/store/saved-objects.ts'
import { deleteObject } from '#server/store/trash/trash.ts'
import { type Things, thingsOf, usedBy, usesOfVariable } from '#server/store/uses.ts'
import { deletePrepared } from '#server/store/variable-sets/variable-sets.ts'

export interface ReplaceServices extends HttpServices, GuardServices {
  readonly replaceWithCohorts: ReplaceWithCohorts
}

type Sent = v.InferOutput<typeof constructDependants.input>

interface Replacement extends Sent {
  readonly version?: string | null | undefined
  /** Whether dependants are run again; without, a custom variable with dependants is refused. */
  readonly isRerun: boolean
  readonly restoredNo?: number | undefined
}

interface ReplacedConstruct {
  readonly constructId: number
  readonly rerun: readonly RerunCohort[]
}

/** Replaces a definition in a transaction. The new custom variable and its dependants have new ids. */
export async function replaceConstruct(
  tx: Connection,
  services: ReplaceServices,
  user: User,
  { constructid, version, isRerun, restoredNo, ...draft }: Replacement,
): Promise<ReplacedConstruct> {
  const { accountId } = user
  const known = await services.variables.read(tx, accountId)
  const present = requireCustom(known, constructid)
  const { name, projectId, description } = present
  const things = await thingsOf(tx, accountId)
  const uses = usesOfVariable(things, name)
  if (uses.length > 0 && !isRerun) throw conflict(usedBy(uses))
  if (uses.length > 0 && draft.name !== name) throw conflict(`Its name cannot change: ${usedBy(uses)}`)
  const read = await readConstruct(tx, known, draft)
  const { variables, names, sets } = dependantsOf(things, name)
  if (read.rule.sources.some((source) => names.has(source.name.toUpperCase()))) {
    throw meaningless('A custom variable cannot be built on itself.', 'variables')
  }
  if ((known.find(draft.name) ?? present) !== present) throw conflict(DUPLICATE_VARIABLE_NAME)
  const wanted = { name: draft.name, description: draft.description.trim() }
  requireUnchanged(version, { name, description }, wanted)
  const problem = valueProblemOf(name, read.rule, { variables, cohorts: cohortsOn(things, names) })
  if (problem !== null) throw conflict(problem)
  let constructId = 0
  const kept: RecordedChange[] = []
  const replace = async () => {
    for (const one of variables.toReversed()) {
      const { constructid: id, variable_name: ownName, projectid } = one
      const deletion = { accountId, kind: 'construct', id, name: ownName, projectId: projectid, things } as const
      await deleteObject(tx, services, deletion)
    }
    await deleteObject(tx, services, { accountId, kind: 'construct', id: constructid, name, projectId, things })
    // A new id: the counts of a saved custom variable never change, so caches stay right.
    constructId = await saveConstruct(tx, user, read, { ...wanted, projectId })
    for (const one of variables) {
      const newId = await saveAgain(tx, services, user, one)
      kept.push({ kind: 'construct', id: one.constructid, newId, action: 'rerun' })
    }
    for (const { varsetid } of sets) await deletePrepared(tx, varsetid)
    return new Map<number, number>()
  }
  const replaced = { cohortIds: new Set<number>(), variableNames: names }
  const rerun = await recordChanged(
    tx,
    services,
    accountId,
    () => services.replaceWithCohorts(tx, user, { things, replaced, replace }),
    (cohorts) => [
      { kind: 'construct', id: constructid, newId: constructId, ...replacedBy(restoredNo) },
      ...kept,
      ...recordedReruns(cohorts),
    ],
  )
  return { constructId, rerun }
}

function dependantsOf(things: Things, name: string) {
  const variables = dependentVariables(things, name)
  const names = new Set([name, ...variables.map((one) => one.variable_name)].map((one) => one.toUpperCase()))
  const sets = things.variableSets.filter((set) => set.variables.some((one) => names.has(one.toUpperCase())))
  return { variables, names, sets }
}

function cohortsOn(things: Things, variableNames: ReadonlySet<string>) {
  return dependentCohorts(things, { cohortIds: new Set(), variableNames })
}

/** Saves the same definition under a new id, which it returns, once it is valid with the replaced variable. */
async function saveAgain(
  tx: Connection,
  services: ReplaceServices,
  { accountId }: User,
  saved: SavedCustomVariable,
): Promise<number> {
  try {
    await readConstruct(tx, await services.variables.read(tx, accountId), draftOf(saved))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(error.status, `The custom variable "${saved.variable_name}" cannot be kept: ${error.message}`)
  }
  const constructid = await nextId(tx)
  await insertCustomVariable(tx, accountId, { ...saved, constructid })
  return constructid
}

function draftOf(saved: SavedCustomVariable): ConstructDraft {
  return {
    ...definitionOfConstruct(saved),
    name: saved.variable_name,
    description: saved.description,
    variable_limit: null,
  }
}

/** The dependants of a custom variable, with the sizes of cohorts after a replacement that is rolled back. */
export async function dependantsOfConstruct(
  connection: Connection,
  services: ReplaceServices,
  user: User,
  sent: Sent,
  signal: AbortSignal,
): Promise<Dependants> {
  const { name } = requireCustom(await services.variables.ofAccount(connection, user.accountId), sent.constructid)
  const things = await thingsOf(connection, user.accountId)
  const { variables, names, sets } = dependantsOf(things, name)
  const cohorts = cohortsOn(things, names)
  const replace = (tx: Connection) => replaceConstruct(tx, services, user, { ...sent, isRerun: true })
  const isUnused = cohorts.length === 0 && variables.length === 0
  const { rerun, problem } = isUnused
    ? { rerun: [], problem: null }
    : await rerunFor(services.database, user, replace, signal)
  return {
    dependants: [
      ...variables.map((one) => follower('construct', one.constructid, one.variable_name)),
      ...sets.map((one) => follower('varset', one.varsetid, one.name)),
      ...presentDependants(cohorts, rerun),
    ],
    problem,
  }
}

/** A dependant without members. */
function follower(kind: 'construct' | 'varset', id: number, name: string): Dependants['dependants'][number] {
  return { kind, id, name, before: null, after: null }
}
