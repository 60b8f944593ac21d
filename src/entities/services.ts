import { useAtomValue, atom } from 'jotai'
import { queryClientAtom } from '#entities/query-client.ts'
import type { Call, OpenFile, SendBytes } from '#api/result.ts'

/** What a use-case is handed: the way to the back end and the cache of what it said. */
export function useServices() {
  const { call } = useAtomValue(callAtom)
  const queryClient = useAtomValue(queryClientAtom)
  return { call, queryClient }
}

/** How the client reaches its back end; the app sets it before anything is shown. */
export const callAtom = atom<{ readonly call: Call }>({
  call: () => Promise.reject(new Error('The app has not said how to reach the back end.')),
})

/** How the client reads files of the back end; the app sets it before anything is shown. */
export const openFileAtom = atom<{ readonly openFile: OpenFile }>({
  openFile: () => Promise.reject(new Error('The app has not said how to reach the back end.')),
})

/** How the client sends files to the back end; the app sets it before anything is shown. */
export const sendBytesAtom = atom<{ readonly sendBytes: SendBytes }>({
  sendBytes: () => Promise.reject(new Error('The app has not said how to reach the back end.')),
})
