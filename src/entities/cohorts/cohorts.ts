import { atom } from 'jotai'
import { cohortInfo, cohortSummary } from '#contract/cohorts.ts'
import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import { currentProjectIdAtom } from '#entities/projects/projects.ts'
import { resource, resourceFamily } from '#entities/server-state/resource.ts'

const list = { endpoint: cohortInfo, read: ({ cohorts }: ResponseOf<typeof cohortInfo>) => cohorts }

/** All of the user's cohorts, including All Individuals. */
export const cohortsAtom = resource({ ...list, request: {}, key: ['cohorts'] })

/** The user's cohorts in one project; names are unique within a project. */
export const projectCohortsAtom = resourceFamily((projectId: number) =>
  resource({ ...list, request: { projectId }, key: ['cohorts', projectId] }),
)

/** The user's cohorts in the current project; all cohorts while that project is unknown. */
export const currentProjectCohortsAtom = atom((get) => {
  const current = get(currentProjectIdAtom)
  if (current.data === undefined) return current.isPending ? { ...get(cohortsAtom), data: undefined } : get(cohortsAtom)
  return get(projectCohortsAtom(current.data))
})

/** Null for an unknown id. */
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
    isNamed: cohortId > 0,
    read: (answer) => answer,
  }),
)
