import * as v from 'valibot'
import { ObjectDefinition, type ConstructDefinition } from '#contract/history.ts'
import type { TrashKind } from '#contract/trash.ts'
import { definitionOfCohort, variablesOfDefinition } from '#server/model/cohort.ts'
import type { Connection } from '#server/platform/db/database.ts'
import type { SavedCustomVariable } from '#server/store/custom-variables/custom-variables.ts'
import type { StatedDefinition } from '#server/store/history/versions.ts'
import { projectsOf, type SavedProject } from '#server/store/projects/projects.ts'
import { thingsOf, type Things } from '#server/store/uses.ts'

/** All objects of an account at one time. */
export interface AccountState {
  readonly things: Things
  readonly projects: readonly SavedProject[]
}

export async function accountStateOf(connection: Connection, accountId: number): Promise<AccountState> {
  return { things: await thingsOf(connection, accountId), projects: await projectsOf(connection, accountId) }
}

/** The definition of an object; null if there is no such object. */
export function statedDefinition(state: AccountState, kind: TrashKind, id: number): StatedDefinition | null {
  const saved = definitionIn(state, kind, id)
  if (saved === null) return null
  // Read like a stored version, so that equal definitions have equal texts.
  const definition = v.parse(ObjectDefinition, saved)
  return { definition, sources: sourcesOf(definition, state.things.customVariables) }
}

function definitionIn({ things, projects }: AccountState, kind: TrashKind, id: number): ObjectDefinition | null {
  const none = { variables: null, cohort: null, construct: null }
  switch (kind) {
    case 'project': {
      const project = projects.find(({ projectid }) => projectid === id)
      return project ? { ...none, name: project.name, description: project.description } : null
    }
    case 'varset': {
      const set = things.variableSets.find(({ varsetid }) => varsetid === id)
      return set ? { ...none, name: set.name, description: set.description, variables: set.variables } : null
    }
    case 'cohort': {
      const cohort = things.cohorts.find(({ cohortid }) => cohortid === id)
      if (!cohort) return null
      return { ...none, name: cohort.name, description: cohort.description, cohort: definitionOfCohort(cohort) }
    }
    case 'construct': {
      const made = things.customVariables.find(({ constructid }) => constructid === id)
      if (!made) return null
      return {
        ...none,
        name: made.variable_name,
        description: made.description,
        construct: definitionOfConstruct(made),
      }
    }
  }
}

/** The definition of a custom variable, without its names. */
export function definitionOfConstruct(made: SavedCustomVariable): ConstructDefinition {
  return {
    construct_type: made.construct_type,
    defaultValue: made.default_value,
    variables: made.sources,
    values: made.value_definitions,
    formula: made.formula,
  }
}

/** The ids of the custom variables that a definition uses, by name in upper case. */
export function sourcesOf(
  { variables, cohort, construct }: ObjectDefinition,
  customVariables: Things['customVariables'],
): Readonly<Record<string, number>> {
  const names = [
    ...(variables ?? []),
    ...(cohort ? variablesOfDefinition(cohort) : []),
    ...(construct?.variables ?? []),
  ]
  const used = new Set(names.map((name) => name.toUpperCase()))
  const pairs = customVariables.map((made) => [made.variable_name.toUpperCase(), made.constructid] as const)
  return Object.fromEntries(pairs.filter(([name]) => used.has(name)))
}

/** Whether two stated definitions are the same. */
export function isSameDefinition(one: ObjectDefinition, other: ObjectDefinition): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
