import type { QueryClient } from '@tanstack/react-query'
import type { Call, Result } from '#api/result.ts'
import { historyRestore } from '#contract/history.ts'
import { refetchAll } from '#entities/server-state/refetch-all.ts'
import type { ObjectWithHistory } from '#features/history/use-cases.ts'

export interface VersionToRestore {
  readonly object: ObjectWithHistory
  readonly versionNo: number
  /** Whether the dialog listed the dependants, which are then run again. */
  readonly rerun: boolean
}

const CONFLICT = 409

/** Restores a version and refetches everything; returns the object's id, which another definition changes. */
export async function restoreVersion(
  { call, queryClient }: { readonly call: Call; readonly queryClient: QueryClient },
  { object, versionNo, rerun }: VersionToRestore,
): Promise<Result<number>> {
  const answer = await call(historyRestore, { ...object, versionNo, rerun }, { silent: [CONFLICT] })
  if (!answer.ok) return answer
  await refetchAll(queryClient)
  return { ok: true, value: answer.value.id }
}
