import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError } from '#api/api-error.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { useServices } from '#entities/services.ts'

/** What is being typed is refused beside its field, at every keystroke. */
const UNPROCESSABLE = 422

interface CallQuery<Request, Answer> {
  readonly endpoint: Endpoint<Request, unknown, Answer>
  /** Null asks nothing. */
  readonly request: NoInfer<Request> | null
  readonly key: string
  readonly staleTime?: number
}

/**
 * An answer that follows what a person is editing: the request before is aborted, its numbers stay (as placeholder)
 * until the next are here. Failures keep neither: an older answer never stands for a newer question.
 */
export function useCall<Request, Answer>({ endpoint, request, key, staleTime = 60_000 }: CallQuery<Request, Answer>) {
  const { call, queryClient } = useServices()
  return useQuery<Answer>(
    {
      queryKey: [key, request],
      enabled: request !== null,
      placeholderData: keepPreviousData,
      staleTime,
      queryFn: async ({ signal }) => {
        if (request === null) throw new Error('Nothing to ask.')
        const result = await call(endpoint, request, { signal, silent: [UNPROCESSABLE] })
        if (!result.ok) throw new ApiError(result)
        return result.value
      },
    },
    queryClient,
  )
}
