import { constructList, constructDelete } from '#contract/custom-variables.ts'
import { resource, resourceFamily } from '#entities/resource.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { Call, Result } from '#api/result.ts'

export const allCustomVariablesAtom = resource({
  endpoint: constructList,
  request: {},
  key: ['custom-variables'],
  read: (answer) => answer.customVars,
})

export const customVariablesAtom = resourceFamily((projectId: number) =>
  resource({
    endpoint: constructList,
    request: { projectId },
    key: ['custom-variables', projectId],
    read: (answer) => answer.customVars,
  }),
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
