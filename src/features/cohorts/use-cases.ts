import type { QueryClient } from '@tanstack/react-query'
import type { Call, Result } from '#api/result.ts'
import { cohortNew } from '#contract/cohorts.ts'
import type { SubsetRequest } from '#features/cohorts/subset-draft.ts'

interface Ports {
  readonly call: Call
  readonly queryClient: QueryClient
}

/** Saves a subset and gives its id; the lists of cohorts are asked anew. */
export async function saveSubset(
  { call, queryClient }: Ports,
  request: SubsetRequest,
  naming: { readonly name: string; readonly description: string },
  projectId: number | undefined,
): Promise<Result<number>> {
  const answer = await call(cohortNew, { ...request, ...naming, projectid: projectId })
  if (!answer.ok) return answer
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'cohorts' || queryKey[0] === 'cohort',
  })
  return { ok: true, value: answer.value.new_cohort_id }
}
