import type { QueryClient } from '@tanstack/react-query'
import type { Call, Result } from '#api/result.ts'
import { constructList, constructDelete } from '#contract/custom-variables.ts'
import type { ResponseOf } from '#contract/shapes/wire-names.ts'
import { resource, resourceFamily } from '#entities/server-state/resource.ts'

const list = { endpoint: constructList, read: ({ customVars }: ResponseOf<typeof constructList>) => customVars }

export const allCustomVariablesAtom = resource({ ...list, request: {}, key: ['custom-variables'] })

export const customVariablesAtom = resourceFamily((projectId: number) =>
  resource({ ...list, request: { projectId }, key: ['custom-variables', projectId] }),
)

/** Deletes a custom variable, then invalidates the catalog and the lists. */
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
