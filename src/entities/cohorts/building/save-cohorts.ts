import type { QueryClient } from '@tanstack/react-query'
import type { Call, Result } from '#api/result.ts'
import { cohortDelete, cohortEdit, cohortInfo, cohortNew, cohortPreview } from '#contract/cohorts.ts'
import { hasNoIndividuals, type CohortNaming, type CohortRequest } from '#entities/cohorts/building/cohort-draft.ts'
import type { Read } from '#entities/server-state/saves.ts'

export interface Ports {
  readonly call: Call
  readonly queryClient: QueryClient
}

/** Saves a cohort, invalidates the lists of cohorts, and returns its id. */
export async function saveCohort(
  { call, queryClient }: Ports,
  request: CohortRequest,
  { name, description }: CohortNaming,
  projectId: number | undefined,
): Promise<Result<number>> {
  const answer = await call(cohortNew, { ...request, name: name.trim(), description, projectId })
  if (!answer.ok) return answer
  await refetchCohorts(queryClient)
  return { ok: true, value: answer.value.newCohortId }
}

export async function editCohort(
  { call, queryClient }: Ports,
  cohortId: number,
  naming: CohortNaming,
  version: string | null,
): Promise<Result<unknown>> {
  const answer = await call(cohortEdit, { cohortId, ...naming, version })
  if (answer.ok) await refetchCohorts(queryClient)
  return answer
}

/** A cohort's saved name and description; invalidates the lists. */
export async function readNaming({ call, queryClient }: Ports, cohortId: number): Promise<Result<Read<CohortNaming>>> {
  const answer = await call(cohortInfo, { cohortId })
  if (!answer.ok) return answer
  await refetchCohorts(queryClient)
  const {
    name = '',
    description = '',
    version = null,
  } = answer.value.cohorts.find((cohort) => cohort.cohortId === cohortId) ?? {}
  return { ok: true, value: { thing: { name, description }, version } }
}

export async function deleteCohort({ call, queryClient }: Ports, cohortId: number): Promise<Result<unknown>> {
  const answer = await call(cohortDelete, { cohortId })
  if (answer.ok) await refetchCohorts(queryClient)
  return answer
}

/** Invalidates the lists of cohorts. */
export function refetchCohorts(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'cohorts' || queryKey[0] === 'cohort',
  })
}

/** Whether a definition matches no individual. */
export async function wouldBeEmpty({ call }: Pick<Ports, 'call'>, request: CohortRequest): Promise<Result<boolean>> {
  const answer = await call(cohortPreview, request)
  return answer.ok ? { ok: true, value: hasNoIndividuals(answer.value.data) } : answer
}
