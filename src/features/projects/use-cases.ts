import type { QueryClient } from '@tanstack/react-query'
import type { createStore } from 'jotai'
import type { Call, Failure, Result } from '#api/result.ts'
import { projectDelete, projectEdit, projectNew, projectSetCurrent } from '#contract/projects.ts'
import { queryClientAtom } from '#entities/query-client.ts'

interface Ports {
  readonly call: Call
  readonly queryClient: QueryClient
}

interface Naming {
  readonly name: string
  readonly description: string
}

/** Makes a project, which becomes the current one, and gives its id. */
export async function createProject({ call, queryClient }: Ports, naming: Naming): Promise<Result<number>> {
  const answer = await call(projectNew, naming)
  if (!answer.ok) return answer
  await queryClient.invalidateQueries()
  return { ok: true, value: answer.value.new_project_id }
}

export async function editProject({ call, queryClient }: Ports, id: number, naming: Naming): Promise<Result<unknown>> {
  const answer = await call(projectEdit, { id, ...naming })
  if (answer.ok) await queryClient.invalidateQueries({ queryKey: ['projects'] })
  return answer
}

/** Its cohorts, sets and custom variables go with it; if it was current, project 1 becomes that. */
export async function deleteProject({ call, queryClient }: Ports, projectid: number): Promise<Result<unknown>> {
  const answer = await call(projectDelete, { projectid })
  if (answer.ok) await queryClient.invalidateQueries()
  return answer
}

/** Makes a project the one that new things go into. */
export async function workOnProject(
  { call, store }: { readonly call: Call; readonly store: ReturnType<typeof createStore> },
  projectid: number,
): Promise<Failure | void> {
  const answer = await call(projectSetCurrent, { projectid })
  if (!answer.ok) return answer
  await store.get(queryClientAtom).invalidateQueries({ queryKey: ['project-current'] })
}
