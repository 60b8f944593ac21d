import { useAtomValue } from 'jotai'
import { queryClientAtom } from 'jotai-tanstack-query'
import { callAtom } from '#entities/call-atom.ts'

/** What a use-case is handed: the way to the back end and the cache of what it said. */
export function useServices() {
  const { call } = useAtomValue(callAtom)
  const queryClient = useAtomValue(queryClientAtom)
  return { call, queryClient }
}
