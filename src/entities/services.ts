import { useAtomValue, atom } from 'jotai'
import { queryClientAtom } from '#entities/query-client.ts'
import type { Call, OpenFile, SendBytes } from '#api/result.ts'

/** The arguments of a use-case: the API client and the query cache. */
export function useServices() {
  const { call } = useAtomValue(callAtom)
  const queryClient = useAtomValue(queryClientAtom)
  return { call, queryClient }
}

/** The API client; the app sets it before the first render. */
export const callAtom = atom<{ readonly call: Call }>({
  call: () => Promise.reject(new Error('The app has not set the API client.')),
})

/** Reads files of the back end; the app sets it before the first render. */
export const openFileAtom = atom<{ readonly openFile: OpenFile }>({
  openFile: () => Promise.reject(new Error('The app has not set the API client.')),
})

/** Sends files to the back end; the app sets it before the first render. */
export const sendBytesAtom = atom<{ readonly sendBytes: SendBytes }>({
  sendBytes: () => Promise.reject(new Error('The app has not set the API client.')),
})
