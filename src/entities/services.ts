import { useAtomValue, atom } from 'jotai'
import type { Call, OpenFile, SendBytes } from '#api/result.ts'
import { QueryClient } from '@tanstack/react-query'

/** The arguments of a use-case: the API client and the query cache. */
export function useServices() {
  const { call } = useAtomValue(callAtom)
  const queryClient = useAtomValue(queryClientAtom)
  return { call, queryClient }
}

const notSet = () => Promise.reject(new Error('The app has not set the API client.'))

/** The app sets all three before the first render: the API client, the reader of files, and their sender. */
export const callAtom = atom<{ readonly call: Call }>({ call: notSet })
export const openFileAtom = atom<{ readonly openFile: OpenFile }>({ openFile: notSet })
export const sendBytesAtom = atom<{ readonly sendBytes: SendBytes }>({ sendBytes: notSet })

/**
 * The one cache of server state. Data stay fresh for a minute or until a write invalidates them. Retries of a failed
 * request are up to the user.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 60_000, gcTime: 10 * 60_000, retry: false, refetchOnWindowFocus: false },
    },
  })
}

/** The query cache of this store; the app sets its own before the first render. */
export const queryClientAtom = atom(createQueryClient())
