import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { catalogVariablesOf } from '#server/disclosure/definition-keys.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import {
  cohortsInRules,
  rulesOf,
  variablesInRules,
  type CohortColumns,
  type SavedCohort,
} from '#server/model/cohort.ts'
import type { AnyVariable } from '#server/model/variable.ts'

/** The answers that decide who is in a cohort, as a table of its counts has them. */
export interface DecidingAnswers {
  /** Names of catalog variables. */
  readonly variables: readonly string[]
  /** Whether one answer may decide about all members of a family. */
  readonly decidesFamilies: boolean
}

export interface CohortVariables {
  readonly ofSaved: (cohortId: number) => DecidingAnswers
  readonly ofDraft: (columns: CohortColumns) => DecidingAnswers
}

/** The answers that decide about a combination. */
export function allDeciding(some: readonly DecidingAnswers[]): DecidingAnswers {
  return {
    variables: [...new Set(some.flatMap(({ variables }) => variables))],
    decidesFamilies: some.some(({ decidesFamilies }) => decidesFamilies),
  }
}

/** The answers to variables, each of which decides about one individual. */
export function decidingAlone(variables: readonly CatalogVariable[]): DecidingAnswers {
  return { variables: variables.map(({ name }) => name), decidesFamilies: false }
}

/** Derives them from the lineage. `find` returns the variable that a name refers to now. */
export function cohortVariables(
  saved: readonly SavedCohort[],
  find: (name: string) => AnyVariable | undefined,
): CohortVariables {
  const byId = new Map(saved.map((cohort) => [cohort.cohortid, cohort]))
  const none = allDeciding([])
  const found = new Map<number, DecidingAnswers>([[ROOT_COHORT_ID, none]])
  const ofSaved = (cohortId: number): DecidingAnswers => {
    const known = found.get(cohortId)
    if (known) return known
    const cohort = byId.get(cohortId)
    const deciding = cohort ? allDeciding([ofDraft(cohort), ...ofRules(cohort)]) : none
    found.set(cohortId, deciding)
    return deciding
  }
  // No count of a cohort by rules is shown, but those of the families of its members are.
  const ofRules = (cohort: SavedCohort): DecidingAnswers[] => {
    const rules = rulesOf(cohort)
    return [...variablesInRules(rules).map(ofVariable), ...[...cohortsInRules(rules)].map(ofSaved)]
  }
  const ofVariable = (name: string): DecidingAnswers => {
    const variable = find(name)
    return variable ? decidingAlone(catalogVariablesOf(variable)) : none
  }
  const ofDraft = (columns: CohortColumns): DecidingAnswers => {
    const { parent_id: parentId, secondparent_id: secondId, variable_name: name } = columns
    const decidesFamilies = columns.constraint_type === 'PEDIGREE'
    return allDeciding([
      ofSaved(parentId),
      secondId == null ? none : ofSaved(secondId),
      name == null ? none : ofVariable(name),
      { variables: [], decidesFamilies },
    ])
  }
  return { ofSaved, ofDraft }
}
