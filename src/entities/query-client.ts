import { QueryClient } from '@tanstack/react-query'
import { atom } from 'jotai'

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
