import type { QueryClient } from '@tanstack/react-query'
import type { Call, Result } from '#api/result.ts'
import { constructDelete } from '#contract/custom-variables.ts'

/** Deletes a custom variable; the catalog and the lists are asked anew. */
export async function deleteCustomVariable(
  { call, queryClient }: { readonly call: Call; readonly queryClient: QueryClient },
  constructId: number,
): Promise<Result<unknown>> {
  const answer = await call(constructDelete, { constructId })
  if (answer.ok) {
    await queryClient.invalidateQueries({
      predicate: ({ queryKey }) => ['custom-variables', 'catalog'].includes(String(queryKey[0])),
    })
  }
  return answer
}
