import type { QueryClient } from '@tanstack/react-query'
import type { createStore } from 'jotai'
import type { Call, Failure, Result } from '#api/result.ts'
import {
  projectCurrent,
  projectDelete,
  projectEdit,
  projectInfo,
  projectNew,
  projectSetCurrent,
} from '#contract/projects.ts'
import { ROOT_PROJECT_ID } from '#domain/limits.ts'
import {
  UNABLE_TO_CHANGE_TO_DEFAULT_PROJECT,
  UNABLE_TO_CHANGE_TO_NEW_PROJECT,
  UNABLE_TO_UPDATE_PAGE,
} from '#domain/messages.ts'
import type { Naming } from '#entities/dialogs/naming-dialog.tsx'
import type { Read } from '#entities/server-state/saves.ts'
import { queryClientAtom, setContext } from '#entities/server-state/services.ts'

interface Ports {
  readonly call: Call
  readonly queryClient: QueryClient
}

/** Creates a project and makes it current; returns its id, and why it did not become current. */
export async function createProject(
  { call, queryClient }: Ports,
  naming: Naming,
): Promise<Result<{ readonly projectId: number; readonly notCurrent: Failure | null }>> {
  const answer = await call(projectNew, naming)
  if (!answer.ok) return answer
  const projectId = answer.value.newProjectId
  const notCurrent = await makeCurrent(call, projectId, UNABLE_TO_CHANGE_TO_NEW_PROJECT)
  await queryClient.invalidateQueries()
  return { ok: true, value: { projectId, notCurrent } }
}

/** Changes a project; returns whether the shown data could be refetched. */
export async function editProject(
  { call, queryClient }: Ports,
  id: number,
  naming: Naming,
  version: string | null,
): Promise<Result<{ readonly isPageCurrent: boolean }>> {
  const answer = await call(projectEdit, { id, ...naming, version })
  if (!answer.ok) return answer
  const takeBack = setContext(queryClient, projectInfo, UNABLE_TO_UPDATE_PAGE)
  const asked = queryClient.invalidateQueries({ queryKey: ['projects'] }, { throwOnError: true })
  const isPageCurrent = await asked.then(
    () => true,
    () => false,
  )
  takeBack()
  return { ok: true, value: { isPageCurrent } }
}

/** A project's saved name and description; invalidates the list. */
export async function readNaming({ call, queryClient }: Ports, projectId: number): Promise<Result<Read<Naming>>> {
  const answer = await call(projectInfo, { projectId })
  if (!answer.ok) return answer
  await queryClient.invalidateQueries({ queryKey: ['projects'] })
  const {
    name = '',
    description = '',
    version = null,
  } = answer.value.projects.find((project) => project.projectId === projectId) ?? {}
  return { ok: true, value: { thing: { name, description }, version } }
}

/** Deletes a project with its cohorts, sets and custom variables; project 1 replaces a deleted current project. */
export async function deleteProject(
  { call, queryClient }: Ports,
  projectId: number,
  wasCurrent: boolean,
): Promise<Result<{ readonly defaultNotCurrent: Failure | null }>> {
  const answer = await call(projectDelete, { projectId })
  if (!answer.ok) return answer
  const defaultNotCurrent = wasCurrent
    ? await makeCurrent(call, ROOT_PROJECT_ID, UNABLE_TO_CHANGE_TO_DEFAULT_PROJECT)
    : null
  await queryClient.invalidateQueries()
  return { ok: true, value: { defaultNotCurrent } }
}

/** Some back ends do it on their own; others need the request. Returns why the project did not become current. */
async function makeCurrent(call: Call, projectId: number, sentence: string): Promise<Failure | null> {
  const current = await call(projectCurrent, {}, { silent: 'all' })
  if (current.ok && current.value.projectId === projectId) return null
  const changed = await call(projectSetCurrent, { projectId }, { context: () => sentence })
  return changed.ok ? null : changed
}

/** Makes a project the target of new items. */
export async function workOnProject(
  { call, store }: { readonly call: Call; readonly store: ReturnType<typeof createStore> },
  projectId: number,
): Promise<Failure | void> {
  const answer = await call(projectSetCurrent, { projectId })
  if (!answer.ok) return answer
  await store.get(queryClientAtom).invalidateQueries({ queryKey: ['project-current'] })
}
