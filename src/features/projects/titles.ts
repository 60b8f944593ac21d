import type { Getter } from 'jotai'
import { projectName, projectsAtom } from '#entities/projects/projects.ts'

export function projectHeading(get: Getter, args: { readonly projectId: number } | null): string {
  const project = get(projectsAtom).data?.find(({ projectId }) => projectId === args?.projectId)
  return project ? projectName(project) : 'Project'
}
