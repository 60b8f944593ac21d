import { QueryClient } from '@tanstack/react-query'
import { atom } from 'jotai'

/**
 * The one cache of server state. Answers stay fresh until a write says otherwise, or for a minute; a failed call is
 * asked again only when a person asks.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 60_000, gcTime: 10 * 60_000, retry: false, refetchOnWindowFocus: false },
    },
  })
}

/** The cache of this store; the app puts its own here before anything is shown. */
export const queryClientAtom = atom(createQueryClient())
