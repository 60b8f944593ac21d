import { atom } from 'jotai'
import { projectCurrent, projectInfo } from '#contract/projects.ts'
import type { Project } from '#contract/shapes.ts'
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
  read: (answer) => answer.projectid,
})

/** The project that new things go into; null until it is known. */
export const currentProjectAtom = atom((get) => {
  const id = get(currentProjectIdAtom).data
  return get(projectsAtom).data?.find((project) => project.projectid === id) ?? null
})

/** What a project is called; one may have a description only. */
export function projectName({ projectid, name }: Project): string {
  return name || `Project ${projectid}`
}
