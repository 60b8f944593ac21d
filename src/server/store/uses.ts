import { cohortsOf } from '#server/store/cohorts/cohorts.ts'
import type { SavedCohort } from '#server/model/cohort.ts'
import { customVariablesOf, type SavedCustomVariable } from '#server/store/custom-variables/custom-variables.ts'
import { variableSetsOf, type SavedVariableSet } from '#server/store/variable-sets/variable-sets.ts'
import type { Connection } from '#server/platform/db/database.ts'

/** All that an account has made, as far as one thing may rest on another. */
export interface Things {
  readonly cohorts: readonly SavedCohort[]
  readonly variableSets: readonly SavedVariableSet[]
  readonly customVariables: readonly SavedCustomVariable[]
}

/** Something that is built on another thing. */
export interface Use {
  readonly kind: 'cohort' | 'construct' | 'varset'
  readonly id: number
  readonly name: string
  readonly projectId: number
}

/** All that an account made that may be made of each other. */
export async function thingsOf(connection: Connection, accountId: number): Promise<Things> {
  return {
    cohorts: await cohortsOf(connection, accountId),
    variableSets: await variableSetsOf(connection, accountId),
    customVariables: await customVariablesOf(connection, accountId),
  }
}

/** The cohorts made of a cohort. */
export function usesOfCohort({ cohorts }: Things, cohortId: number): Use[] {
  return cohorts
    .filter((cohort) => cohort.parent_id === cohortId || cohort.secondparent_id === cohortId)
    .map(useOfCohort)
}

/** The cohorts, custom variables and variable sets in which a custom variable stands. */
export function usesOfVariable({ cohorts, customVariables, variableSets }: Things, name: string): Use[] {
  const isIt = (other: string | null) => other?.toUpperCase() === name.toUpperCase()
  return [
    ...cohorts.filter((cohort) => isIt(cohort.variable_name)).map(useOfCohort),
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

/** What in other projects is built on something of a project. */
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

/** Why a thing cannot go, naming what is in the way. */
export function usedBy(uses: readonly Use[]): string {
  const named = uses.map(({ kind, name }) => `${KIND_WORDS[kind]} "${name}"`)
  return `It is still used by the ${named.join(', the ')}.`
}

function useOfCohort({ cohortid, name, projectid }: SavedCohort): Use {
  return { kind: 'cohort', id: cohortid, name, projectId: projectid }
}
