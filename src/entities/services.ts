import { useAtomValue } from 'jotai'
import { callAtom } from '#entities/call-atom.ts'
import { queryClientAtom } from '#entities/query-client.ts'

/** What a use-case is handed: the way to the back end and the cache of what it said. */
export function useServices() {
  const { call } = useAtomValue(callAtom)
  const queryClient = useAtomValue(queryClientAtom)
  return { call, queryClient }
}
