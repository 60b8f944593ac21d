import type { QueryClient } from '@tanstack/react-query'
import type { Call, Result } from '#api/result.ts'
import { cohortNew, cohortPreview } from '#contract/cohorts.ts'
import { totalOf, type CohortNaming, type CohortRequest } from '#features/cohorts/cohort-draft.ts'

interface Ports {
  readonly call: Call
  readonly queryClient: QueryClient
}

/** Saves a cohort and gives its id; the lists of cohorts are asked anew. */
export async function saveCohort(
  { call, queryClient }: Ports,
  request: CohortRequest,
  { name, description }: CohortNaming,
  projectId: number | undefined,
): Promise<Result<number>> {
  const answer = await call(cohortNew, { ...request, name: name.trim(), description, projectid: projectId })
  if (!answer.ok) return answer
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'cohorts' || queryKey[0] === 'cohort',
  })
  return { ok: true, value: answer.value.new_cohort_id }
}

/** How many individuals a definition would take in. */
export async function countMembers({ call }: Ports, request: CohortRequest): Promise<Result<number>> {
  const answer = await call(cohortPreview, request)
  return answer.ok ? { ok: true, value: totalOf(answer.value.data) } : answer
}
