import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { catalogVariablesOf } from '#server/disclosure/definition-keys.ts'
import {
  cohortsInRules,
  rulesOf,
  variablesInRules,
  type CohortColumns,
  type SavedCohort,
} from '#server/model/cohort.ts'
import type { AnyVariable } from '#server/model/variable.ts'

/** Names of the catalog variables whose answers decide who is in a cohort. */
export interface CohortVariables {
  readonly ofSaved: (cohortId: number) => readonly string[]
  readonly ofDraft: (columns: CohortColumns) => readonly string[]
}

/** Derives them from the lineage. `find` returns the variable that a name refers to now. */
export function cohortVariables(
  saved: readonly SavedCohort[],
  find: (name: string) => AnyVariable | undefined,
): CohortVariables {
  const byId = new Map(saved.map((cohort) => [cohort.cohortid, cohort]))
  const found = new Map<number, readonly string[]>([[ROOT_COHORT_ID, []]])
  const ofSaved = (cohortId: number): readonly string[] => {
    const known = found.get(cohortId)
    if (known) return known
    const cohort = byId.get(cohortId)
    const names = cohort ? [...new Set([...ofDraft(cohort), ...ofRules(cohort)])] : []
    found.set(cohortId, names)
    return names
  }
  // No count of a cohort by rules is shown, but those of the families of its members are.
  const ofRules = (cohort: SavedCohort): string[] => {
    const rules = rulesOf(cohort)
    return [...variablesInRules(rules).flatMap(ofVariable), ...[...cohortsInRules(rules)].flatMap(ofSaved)]
  }
  const ofVariable = (name: string): string[] => {
    const variable = find(name)
    return variable ? namesOf(catalogVariablesOf(variable)) : []
  }
  const ofDraft = ({ parent_id: parentId, secondparent_id: secondId, variable_name: name }: CohortColumns) => {
    const own = name == null ? [] : ofVariable(name)
    return [...new Set([...ofSaved(parentId), ...(secondId == null ? [] : ofSaved(secondId)), ...own])]
  }
  return { ofSaved, ofDraft }
}

export function namesOf(variables: ReturnType<typeof catalogVariablesOf>): string[] {
  return variables.map(({ name }) => name)
}
