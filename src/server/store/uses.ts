import { cohortsInRules, rulesOf, variablesInRules, type SavedCohort } from '#server/model/cohort.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { cohortsOf } from '#server/store/cohorts/cohorts.ts'
import { customVariablesOf, type SavedCustomVariable } from '#server/store/custom-variables/custom-variables.ts'
import { variableSetsOf, type SavedVariableSet } from '#server/store/variable-sets/variable-sets.ts'

/** Objects of an account that may depend on each other. */
export interface Things {
  readonly cohorts: readonly SavedCohort[]
  readonly variableSets: readonly SavedVariableSet[]
  readonly customVariables: readonly SavedCustomVariable[]
}

/** A dependency of one object on another. */
export interface Use {
  readonly kind: 'cohort' | 'construct' | 'varset'
  readonly id: number
  readonly name: string
  readonly projectId: number
}

export async function thingsOf(connection: Connection, accountId: number): Promise<Things> {
  return {
    cohorts: await cohortsOf(connection, accountId),
    variableSets: await variableSetsOf(connection, accountId),
    customVariables: await customVariablesOf(connection, accountId),
  }
}

/** The names of the variables that an object's definition uses. */
export function variablesUsedBy(things: Things, kind: Use['kind'], id: number): string[] {
  if (kind === 'varset') return things.variableSets.find(({ varsetid }) => varsetid === id)?.variables ?? []
  if (kind === 'construct') return things.customVariables.find(({ constructid }) => constructid === id)?.sources ?? []
  const cohort = things.cohorts.find(({ cohortid }) => cohortid === id)
  if (!cohort) return []
  const { variable_name: name } = cohort
  return [...variablesInRules(rulesOf(cohort)), ...(name === null ? [] : [name])]
}

/** Cohorts derived from a cohort. */
export function usesOfCohort({ cohorts }: Things, cohortId: number): Use[] {
  return cohorts
    .filter(
      (cohort) =>
        cohort.parent_id === cohortId ||
        cohort.secondparent_id === cohortId ||
        cohortsInRules(rulesOf(cohort)).has(cohortId),
    )
    .map(useOfCohort)
}

/** Cohorts, custom variables and variable sets that use a custom variable. */
export function usesOfVariable({ cohorts, customVariables, variableSets }: Things, name: string): Use[] {
  const isIt = (other: string | null) => other?.toUpperCase() === name.toUpperCase()
  return [
    ...cohorts
      .filter((cohort) => isIt(cohort.variable_name) || variablesInRules(rulesOf(cohort)).some(isIt))
      .map(useOfCohort),
    ...customVariables
      .filter(({ sources }) => sources.some(isIt))
      .map((made): Use => ({
        kind: 'construct',
        id: made.constructid,
        name: made.variable_name,
        projectId: made.projectid,
      })),
    ...variableSets
      .filter(({ variables }) => variables.some(isIt))
      .map((set): Use => ({ kind: 'varset', id: set.varsetid, name: set.name, projectId: set.projectid })),
  ]
}

/** Objects of other projects that depend on an object of a project. */
export function usesOfProject(things: Things, projectId: number): Use[] {
  const uses = [
    ...things.cohorts
      .filter((cohort) => cohort.projectid === projectId)
      .flatMap(({ cohortid }) => usesOfCohort(things, cohortid)),
    ...things.customVariables
      .filter((made) => made.projectid === projectId)
      .flatMap((made) => usesOfVariable(things, made.variable_name)),
  ].filter((use) => use.projectId !== projectId)
  const once = new Map(uses.map((use) => [`${use.kind} ${use.id}`, use]))
  return [...once.values()]
}

const KIND_WORDS = { cohort: 'cohort', construct: 'custom variable', varset: 'variable set' } as const

/** The reason why an object cannot be deleted, with the names of its dependents. */
export function usedBy(uses: readonly Use[]): string {
  const named = uses.map(({ kind, name }) => `${KIND_WORDS[kind]} "${name}"`)
  return `It is still used by the ${named.join(', the ')}.`
}

function useOfCohort({ cohortid, name, projectid }: SavedCohort): Use {
  return { kind: 'cohort', id: cohortid, name, projectId: projectid }
}
