import { atom } from 'jotai'
import { ROOT_PROJECT_ID } from '#domain/limits.ts'
import { foldText } from '#domain/search-words.ts'
import { projectCohortsAtom } from '#entities/cohorts.ts'
import { currentProjectAtom } from '#entities/projects.ts'

/** Names are compared without case among the cohorts of the project that the new one goes into. */
export const takenNamesAtom = atom((get) => {
  const project = get(currentProjectAtom)
  const cohorts = get(projectCohortsAtom(project?.projectId ?? ROOT_PROJECT_ID)).data ?? []
  return new Set(cohorts.map((cohort) => foldText(cohort.name.trim())))
})
