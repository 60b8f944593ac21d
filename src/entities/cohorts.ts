import { atom } from 'jotai'
import { cohortInfo, cohortSummary } from '#contract/cohorts.ts'
import { currentProjectIdAtom } from '#entities/projects.ts'
import { resource, resourceFamily } from '#entities/resource.ts'

/** All of the user's cohorts, All Individuals among them. */
export const cohortsAtom = resource({
  endpoint: cohortInfo,
  request: {},
  key: ['cohorts'],
  read: (answer) => answer.cohorts,
})

/** The user's cohorts in one project; names are unique among these. */
export const projectCohortsAtom = resourceFamily((projectId: number) =>
  resource({
    endpoint: cohortInfo,
    request: { projectId },
    key: ['cohorts', projectId],
    read: (answer) => answer.cohorts,
  }),
)

/** The user's cohorts in the current project; all of them where a back end cannot tell which that is. */
export const currentProjectCohortsAtom = atom((get) => {
  const current = get(currentProjectIdAtom)
  if (current.data === undefined) return current.isPending ? { ...get(cohortsAtom), data: undefined } : get(cohortsAtom)
  return get(projectCohortsAtom(current.data))
})

/** One cohort, or null where there is none with that id. */
export const cohortAtom = resourceFamily((cohortId: number) =>
  resource({
    endpoint: cohortInfo,
    request: { cohortId },
    key: ['cohort', cohortId],
    isNamed: cohortId > 0,
    absent: { value: null },
    read: (answer) => answer.cohorts.find((cohort) => cohort.cohortId === cohortId) ?? null,
  }),
)

export const cohortSummaryAtom = resourceFamily((cohortId: number) =>
  resource({
    endpoint: cohortSummary,
    request: { cohortId },
    key: ['cohort-summary', cohortId],
    read: (answer) => answer,
  }),
)
