import type { QueryClient } from '@tanstack/react-query'
import type { createStore } from 'jotai'
import type { Call, Result } from '#api/result.ts'
import { constructDelete } from '#contract/custom-variables.ts'
import { workingSetAtom } from '#entities/working-set.ts'

type Store = ReturnType<typeof createStore>

/** Puts a variable into the working set, or takes it out. */
export function toggleInWorkingSet(store: Store, variableName: string): void {
  store.set(workingSetAtom, (names) =>
    names.includes(variableName) ? names.filter((name) => name !== variableName) : [...names, variableName],
  )
}

export function clearWorkingSet(store: Store): void {
  store.set(workingSetAtom, [])
}

/** Deletes a custom variable; the catalog and the lists are asked anew. */
export async function deleteCustomVariable(
  { call, queryClient }: { readonly call: Call; readonly queryClient: QueryClient },
  constructid: number,
): Promise<Result<unknown>> {
  const answer = await call(constructDelete, { constructid })
  if (answer.ok) {
    await queryClient.invalidateQueries({
      predicate: ({ queryKey }) => ['custom-variables', 'catalog'].includes(String(queryKey[0])),
    })
  }
  return answer
}
