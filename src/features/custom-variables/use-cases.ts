import type { QueryClient } from '@tanstack/react-query'
import type { Call, Result } from '#api/result.ts'
import { constructNew } from '#contract/custom-variables.ts'
import { constructRequest, type CustomVariableDraft } from '#features/custom-variables/draft.ts'

interface Ports {
  readonly call: Call
  readonly queryClient: QueryClient
}

/** Saves a custom variable and gives its name; the catalog and the lists are asked anew. */
export async function saveCustomVariable(
  { call, queryClient }: Ports,
  draft: CustomVariableDraft,
  projectId: number | undefined,
): Promise<Result<string>> {
  const answer = await call(constructNew, { ...constructRequest(draft), projectid: projectId })
  if (!answer.ok) return answer
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => ['custom-variables', 'catalog', 'variable'].includes(String(queryKey[0])),
  })
  return { ok: true, value: answer.value.variable_name }
}
