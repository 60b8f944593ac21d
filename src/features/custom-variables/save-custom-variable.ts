import type { QueryClient } from '@tanstack/react-query'
import type { Call, Result } from '#api/result.ts'
import { constructNew } from '#contract/custom-variables.ts'
import type { ConstructRequest } from '#features/custom-variables/draft-request.ts'

interface Ports {
  readonly call: Call
  readonly queryClient: QueryClient
}

/** Saves a custom variable, invalidates the catalog and the lists, and returns its name. */
export async function saveCustomVariable(
  { call, queryClient }: Ports,
  request: ConstructRequest,
  projectId: number | undefined,
): Promise<Result<string>> {
  const answer = await call(constructNew, { ...request, projectId })
  if (!answer.ok) return answer
  await refetchVariables(queryClient)
  return { ok: true, value: answer.value.variableName }
}

export function refetchVariables(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => ['custom-variables', 'catalog', 'variable'].includes(String(queryKey[0])),
  })
}
