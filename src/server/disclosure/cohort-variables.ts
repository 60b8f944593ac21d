import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { catalogVariablesOf } from '#server/disclosure/definition-keys.ts'
import type { CohortColumns, SavedCohort } from '#server/model/cohort.ts'
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
    const names = cohort ? ofDraft(cohort) : []
    found.set(cohortId, names)
    return names
  }
  const ofDraft = ({ parent_id: parentId, secondparent_id: secondId, variable_name: name }: CohortColumns) => {
    const variable = name == null ? undefined : find(name)
    const own = variable ? namesOf(catalogVariablesOf(variable)) : []
    return [...new Set([...ofSaved(parentId), ...(secondId == null ? [] : ofSaved(secondId)), ...own])]
  }
  return { ofSaved, ofDraft }
}

export function namesOf(variables: ReturnType<typeof catalogVariablesOf>): string[] {
  return variables.map(({ name }) => name)
}
