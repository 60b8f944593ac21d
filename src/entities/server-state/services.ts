import { notifyManager, QueryClient } from '@tanstack/react-query'
import { atom, useAtomValue } from 'jotai'
import { startTransition } from 'react'
import type { Call, OpenFile, SendBytes } from '#api/result.ts'

const notSet = () => Promise.reject(new Error('The app has not set the API client.'))

/** The app sets the API client before the first render, the reader of files and their sender before the first screen. */
export const callAtom = atom<{ readonly call: Call }>({ call: notSet })
export const openFileAtom = atom<{ readonly openFile: OpenFile }>({ openFile: notSet })
export const sendBytesAtom = atom<{ readonly sendBytes: SendBytes }>({ sendBytes: notSet })

// React renders responses in small steps, between which it responds to keys.
notifyManager.setBatchNotifyFunction(startTransition)

/** The arguments of a use-case: the API client and the query cache. */
export function useServices() {
  const { call } = useAtomValue(callAtom)
  const queryClient = useAtomValue(queryClientAtom)
  return { call, queryClient }
}

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

const contexts = new WeakMap<QueryClient, Map<string, string>>()

/** The sentence that stands for an endpoint's own when a read of it fails: a screen may know more. */
export function contextOf(queryClient: QueryClient, { path }: { readonly path: string }): string | undefined {
  return contexts.get(queryClient)?.get(path)
}

/** Sets that sentence; returns the function that takes it back. */
export function setContext(queryClient: QueryClient, { path }: { readonly path: string }, sentence: string) {
  const known = contexts.get(queryClient) ?? new Map<string, string>()
  contexts.set(queryClient, known.set(path, sentence))
  return () => void known.delete(path)
}

/** The query cache of this store; the app sets its own before the first screen. */
export const queryClientAtom = atom(createQueryClient())
