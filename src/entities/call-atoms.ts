import {
  hashKey,
  keepPreviousData,
  notifyManager,
  QueryObserver,
  type QueryObserverOptions,
  useQuery,
} from '@tanstack/react-query'
import { atom, type Atom, useAtomValue, useSetAtom, type PrimitiveAtom } from 'jotai'
import { selectAtom } from 'jotai/utils'
import { type Call, ApiError } from '#api/result.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Named } from '#contract/wire-names.ts'
import { callAtom, useServices } from '#entities/services.ts'
import { queryClientAtom } from '#entities/query-client.ts'
import type { Resource } from '#entities/resource.ts'
import { useLayoutEffect } from 'react'

/** Refusals of what is being typed are shown beside the field, at every keystroke, without a toast. */
const UNPROCESSABLE = 422

export interface FollowedCall<Request, Answer> {
  readonly endpoint: Endpoint<Request, unknown, Answer>
  readonly key: string
  readonly staleTime?: number | undefined
}

/** The query of a request; null sends nothing. The data of the request before stay as a placeholder; errors keep none. */
export function followingQuery<Request, Answer>(
  { endpoint, key, staleTime = 60_000 }: FollowedCall<Request, Answer>,
  request: NoInfer<Named<Request>> | null,
  call: Call,
): QueryObserverOptions<Named<Answer>> {
  return {
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
  }
}

/** The result of a request, as screens use it. */
export interface FollowedResult<Answer> extends Resource<Answer> {
  readonly isError: boolean
  readonly isSuccess: boolean
  /** Whether the data answer an older request. */
  readonly isPlaceholderData: boolean
}

export interface CallState<Request, Answer> {
  readonly request: Request | null
  /** The request whose data are shown: an older one while the newest waits for its response. */
  readonly answered: Request | null
  readonly result: FollowedResult<Answer>
}

/**
 * The result of a request that is itself an atom: each change of the request aborts the one before. The data stay in the
 * one query cache. While nobody subscribes to the atom, nothing is fetched.
 */
export function callStateAtom<Request, Answer>(
  settings: FollowedCall<Request, Answer>,
  requestAtom: Atom<NoInfer<Named<Request>> | null>,
): Atom<CallState<Named<Request>, Named<Answer>>> {
  const observerAtom = atom((get) => {
    const queryClient = get(queryClientAtom)
    const { call } = get(callAtom)
    const optionsOf = (request: Named<Request> | null) => {
      const options = queryClient.defaultQueryOptions(followingQuery(settings, request, call))
      options._optimisticResults = 'optimistic'
      return options
    }
    return { observer: new QueryObserver<Named<Answer>>(queryClient, optionsOf(null)), optionsOf }
  })
  /** Counts the changes that the observer reports. Its subscription outlives changes of the request: one of its own for each request would fetch twice. */
  const changesAtom = atom((get) => {
    const { observer } = get(observerAtom)
    const changes = atom(0)
    changes.onMount = (set) => observer.subscribe(notifyManager.batchCalls(() => set((count) => count + 1)))
    return changes
  })
  const latestAtom = atom((get) => {
    const { observer, optionsOf } = get(observerAtom)
    get(get(changesAtom))
    const request = get(requestAtom)
    const options = optionsOf(request)
    observer.setOptions(options)
    return { request, result: observer.getOptimisticResult(options) }
  })
  return selectAtom(latestAtom, ({ request, result }, before?: CallState<Named<Request>, Named<Answer>>) => {
    if (before && hashKey([before.request]) === hashKey([request]) && isSameResult(before.result, result)) return before
    return { request, answered: result.isPlaceholderData ? (before?.answered ?? null) : request, result }
  })
}

/** A query makes its result anew each time it is read. */
function isSameResult(one: FollowedResult<unknown>, other: FollowedResult<unknown>): boolean {
  const fields = new Map<string, unknown>(Object.entries(one))
  return Object.entries(other).every(([name, value]) => Object.is(fields.get(name), value))
}

/** The result of a request that a screen makes from what a user edits; it is written to the pane's atom for others to read. */
export function useFollowed<Request, Answer, Sent extends Request>(
  requestAtom: PrimitiveAtom<Sent | null>,
  stateAtom: Atom<CallState<Request, Answer>>,
  request: Sent | null,
): FollowedResult<Answer> {
  const setRequest = useSetAtom(requestAtom)
  const state = useAtomValue(stateAtom)
  const isWritten = hashKey([state.request]) === hashKey([request])
  useLayoutEffect(() => {
    if (!isWritten) setRequest(() => request)
  })
  // Until the request is written, the data are those of the one before.
  return isWritten ? state.result : { ...state.result, isPlaceholderData: true, isError: false, error: null }
}

interface CallQuery<Request, Answer> extends FollowedCall<Request, Answer> {
  /** Null sends nothing. */
  readonly request: NoInfer<Named<Request>> | null
}

/** The result of a request that a part of a screen makes for itself; of what a pane shows, see `callStateAtom`. */
export function useCall<Request, Answer>({ request, ...settings }: CallQuery<Request, Answer>) {
  const { call, queryClient } = useServices()
  return useQuery<Named<Answer>>(followingQuery(settings, request, call), queryClient)
}
