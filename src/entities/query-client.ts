import { QueryClient } from '@tanstack/react-query'

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
