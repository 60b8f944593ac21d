import type { QueryClient } from '@tanstack/react-query'
import type { Call, Result } from '#api/result.ts'
import type { RequestOf } from '#contract/shapes/wire-names.ts'
import { studyApply } from '#contract/study-files.ts'
import { refetchAll } from '#entities/server-state/refetch-all.ts'
import type { AppliedStudy } from '#features/studies/study-state.ts'
import { saveNamed } from '#ui/save-file.ts'

interface Ports {
  readonly call: Call
  readonly queryClient: QueryClient
}

/** Applies a study file, and refetches all that may show a changed object. */
export async function applyStudy(
  { call, queryClient }: Ports,
  request: RequestOf<typeof studyApply>,
): Promise<Result<AppliedStudy>> {
  const answer = await call(studyApply, request)
  if (!answer.ok) return answer
  await refetchAll(queryClient)
  return answer
}

export function saveStudyFile(text: string, projectName: string): void {
  const name = `${projectName || 'project'}.diver`.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')
  saveNamed(new Blob([text], { type: 'text/plain' }), name)
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
