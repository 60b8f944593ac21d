import type { Failure, Result } from '#api/result.ts'
import type { CommandContext } from '#command-kit/context.ts'
import { cohortRerun } from '#contract/releases.ts'
import { refetchCohorts } from '#entities/cohorts/building/save-cohorts.ts'
import { queryClientAtom } from '#entities/server-state/services.ts'

/** Runs a cohort again on the present data and returns its new id. */
export async function rerunCohort(
  { call, store }: Pick<CommandContext, 'call' | 'store'>,
  cohortId: number,
): Promise<Result<number> | Failure> {
  const answer = await call(cohortRerun, { cohortId })
  if (!answer.ok) return answer
  await refetchCohorts(store.get(queryClientAtom))
  return { ok: true, value: answer.value.newCohortId }
}
