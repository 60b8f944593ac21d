import type { QueryClient } from '@tanstack/react-query'
import { atom } from 'jotai'
import { type Call, ApiError } from '#api/result.ts'
import { projectCurrent, projectInfo } from '#contract/projects.ts'
import type { Project } from '#contract/shapes/entities.ts'
import { unableToGetProject } from '#domain/messages.ts'
import { resource } from '#entities/server-state/resource.ts'
import { workspaceAtom } from '#workspace/panes/pane-atoms.ts'

export const PROJECTS_KEY = ['projects'] as const
export const CURRENT_PROJECT_KEY = ['project-current'] as const

/** The page of a project reads all of them, and says which one it could not get. */
const openProjectAtom = atom((get) => {
  const ids = get(workspaceAtom).panes.map(({ url }) => /^\/projects\/(\d+)\b/.exec(url)?.[1])
  const id = ids.find((one) => one !== undefined)
  return id === undefined ? undefined : unableToGetProject(id)
})

export const projectsAtom = resource({
  endpoint: projectInfo,
  request: {},
  key: PROJECTS_KEY,
  contextAtom: openProjectAtom,
  read: (answer) => answer.projects,
})

export const currentProjectIdAtom = resource({
  endpoint: projectCurrent,
  request: {},
  key: CURRENT_PROJECT_KEY,
  read: (answer) => answer.projectId,
})

/** The project for new items; null until it is known. */
export const currentProjectAtom = atom((get) => {
  const id = get(currentProjectIdAtom).data
  return get(projectsAtom).data?.find((project) => project.projectId === id) ?? null
})

/**
 * The project for a new item; waits until it is known. An early and a late save then send the same request, so that a
 * repetition is recognised. Undefined if the project stays unknown; the back end then chooses.
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

/** A project may have a description only. */
export function projectName({ projectId, name }: Project): string {
  return name || `Project ${projectId}`
}
