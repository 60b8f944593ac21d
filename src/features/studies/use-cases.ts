import type { QueryClient } from '@tanstack/react-query'
import type { Call, Result } from '#api/result.ts'
import type { Store } from '#command-kit/context.ts'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { studyApply } from '#contract/study-files.ts'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { movedCohortsAtom, withMoved } from '#entities/cohorts/moved-cohorts.ts'
import type { AppliedStudy } from '#features/studies/study-state.ts'
import { saveFile } from '#ui/save-file.ts'

interface Ports {
  readonly call: Call
  readonly queryClient: QueryClient
  readonly store: Pick<Store, 'get' | 'set'>
}

/** Applies a study file, and refetches all that may show a changed object. Panes follow cohorts to their new ids. */
export async function applyStudy(
  { call, queryClient, store }: Ports,
  request: RequestOf<typeof studyApply>,
): Promise<Result<AppliedStudy>> {
  const before = store.get(cohortsAtom).data ?? []
  const answer = await call(studyApply, request)
  if (!answer.ok) return answer
  const after = answer.value.changes.flatMap(({ kind, id, name, projectId }) =>
    kind === 'cohort' && id !== null ? [{ id, name, projectId }] : [],
  )
  store.set(movedCohortsAtom, withMoved(store.get(movedCohortsAtom), before, after))
  await queryClient.invalidateQueries()
  return answer
}

export function saveStudyFile(text: string, projectName: string): void {
  const name = `${projectName || 'project'}.diver`.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')
  saveFile(new Blob([text], { type: 'text/plain' }), name)
}

/** Opens the browser's file dialog. */
export function openStudyFile(onText: (text: string) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.diver,.txt,text/plain'
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) void file.text().then(onText)
  })
  input.click()
}
