import { failureOf } from '#api/result.ts'
import type { Cohort } from '#contract/shapes/entities.ts'
import { DUPLICATE_COHORT_NAME } from '#domain/messages.ts'
import { COHORT_NAME, nameKey, type NameRule } from '#domain/text/names.ts'
import { editCohort } from '#entities/cohorts/building/save-cohorts.ts'
import type { useServices } from '#entities/server-state/services.ts'
import type { Renaming } from '#workspace/panes/rename.ts'

/** The rule for the name of a saved cohort; `taken` holds the folded names of the project. */
export function nameRuleOf(name: string, taken: ReadonlySet<string>): NameRule {
  const isTaken = (typed: string) => nameKey(typed) !== nameKey(name) && taken.has(nameKey(typed))
  return {
    ...COHORT_NAME,
    problem: (typed) => {
      if (typed.trim() === '') return null
      return COHORT_NAME.problem(typed) ?? (isTaken(typed.trim()) ? DUPLICATE_COHORT_NAME : null)
    },
  }
}

type Services = ReturnType<typeof useServices>

/** Renames one of the user's cohorts, in its title or its row. */
export function renamingOf(services: Services, cohort: Cohort, taken: ReadonlySet<string>): Renaming {
  const { cohortId, name, description, version } = cohort
  return {
    name,
    rule: nameRuleOf(name, taken),
    save: async (typed) => failureOf(await editCohort(services, cohortId, { name: typed, description }, version)),
  }
}
