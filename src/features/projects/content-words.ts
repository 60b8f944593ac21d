import { atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { projectCohortsAtom } from '#entities/cohorts.ts'
import { customVariablesAtom } from '#entities/custom-variables.ts'
import { projectVariableSetsAtom } from '#entities/variable-sets.ts'

/** What is in a project, a line each: all of it goes when the project is deleted. */
export const contentWordsAtom = atomFamily((projectId: number) =>
  atom((get): readonly string[] => {
    const cohorts = get(projectCohortsAtom(projectId)).data ?? []
    const sets = get(projectVariableSetsAtom(projectId)).data ?? []
    const variables = get(customVariablesAtom(projectId)).data ?? []
    return [
      ...cohorts.filter(({ cohortid }) => cohortid !== ROOT_COHORT_ID).map(({ name }) => `Cohort: ${name}`),
      ...sets.map(({ name }) => `Variable set: ${name}`),
      ...variables.map(({ variable_name: name }) => `Custom variable: ${name}`),
    ]
  }),
)
