import type { Project } from '#contract/entities.ts'
import type { QueryClient } from '@tanstack/react-query'
import { atom } from 'jotai'
import { type Call, ApiError } from '#api/result.ts'
import { projectCurrent, projectInfo } from '#contract/projects.ts'
import { resource } from '#entities/resource.ts'

export const PROJECTS_KEY = ['projects'] as const
export const CURRENT_PROJECT_KEY = ['project-current'] as const

export const projectsAtom = resource({
  endpoint: projectInfo,
  request: {},
  key: PROJECTS_KEY,
  read: (answer) => answer.projects,
})

export const currentProjectIdAtom = resource({
  endpoint: projectCurrent,
  request: {},
  key: CURRENT_PROJECT_KEY,
  read: (answer) => answer.projectId,
})

/** The project that new things go into; null until it is known. */
export const currentProjectAtom = atom((get) => {
  const id = get(currentProjectIdAtom).data
  return get(projectsAtom).data?.find((project) => project.projectId === id) ?? null
})

/**
 * The project that something new goes into, waited for where it is not known yet: who saves as soon as the page is there
 * sends the same as who saves later, and what is sent once more is known to be the same. Undefined where it cannot be
 * told; the back end knows it then.
 */
export async function projectOfNew({
  call,
  queryClient,
}: {
  readonly call: Call
  readonly queryClient: QueryClient
}): Promise<number | undefined> {
  const queryFn = async () => {
    const answer = await call(projectCurrent, {}, { silent: 'all' })
    if (!answer.ok) throw new ApiError(answer)
    return answer.value.projectId
  }
  return queryClient.ensureQueryData({ queryKey: CURRENT_PROJECT_KEY, queryFn }).catch(() => undefined)
}

/** What a project is called; one may have a description only. */
export function projectName({ projectId, name }: Project): string {
  return name || `Project ${projectId}`
}
