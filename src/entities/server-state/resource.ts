import {
  notifyManager,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
  hashKey,
  keepPreviousData,
  useQuery,
} from '@tanstack/react-query'
import { atom, type Atom, useAtomValue, useSetAtom, type PrimitiveAtom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { selectAtom } from 'jotai/utils'
import { useLayoutEffect } from 'react'
import { ApiError, type Call, type Result } from '#api/result.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Named } from '#contract/shapes/wire-names.ts'
import { callAtom, contextOf, queryClientAtom, useServices } from '#entities/server-state/services.ts'

/** The state of a resource on the server. */
export interface Resource<Value> {
  readonly data: Value | undefined
  readonly error: Error | null
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly refetch: () => Promise<unknown>
}

const NOT_FOUND = 404

interface ResourceOptions<Request, Answer, Value> {
  readonly endpoint: Endpoint<Request, unknown, Answer>
  readonly request: NoInfer<Named<Request>>
  /** The cache key: the resource's name, then its parameters. */
  readonly key: readonly [string, ...unknown[]]
  readonly read: (answer: Named<Answer>) => Value
  /** The value of a 404, for resources that may be absent. */
  readonly absent?: { readonly value: Value }
  readonly staleTime?: number
  /** The sentence of a failure on the pages that are open, in place of the endpoint's. */
  readonly contextAtom?: Atom<string | undefined>
  /** False while the parameters are incomplete: sends no request. */
  readonly isNamed?: boolean
}

/**
 * The state of a query as a jotai atom: the options come from an atom, the data from the one query cache. Without
 * subscribers nothing is fetched. One observer serves all options: one for each would fetch twice.
 */
export function queryAtom<Value>(optionsAtom: Atom<QueryObserverOptions<Value>>): Atom<QueryObserverResult<Value>> {
  const observerAtom = atom((get) => new QueryObserver<Value>(get(queryClientAtom), { queryKey: [], enabled: false }))
  const changesAtom = atom((get) => {
    const observer = get(observerAtom)
    const changes = atom(0)
    changes.onMount = (set) => {
      const count = () => set((before) => before + 1)
      const stop = observer.subscribe(notifyManager.batchCalls(count))
      // A response may have arrived since the first read.
      count()
      return stop
    }
    return changes
  })
  return atom((get) => {
    const observer = get(observerAtom)
    get(get(changesAtom))
    const options = get(queryClientAtom).defaultQueryOptions(get(optionsAtom))
    observer.setOptions(options)
    return observer.getOptimisticResult(options)
  })
}

/** A resource of the server as a jotai atom. */
export function resource<Request, Answer, Value>(
  options: ResourceOptions<Request, Answer, Value>,
): Atom<Resource<Value>> {
  const optionsAtom = atom((get): QueryObserverOptions<Value> => {
    const { call } = get(callAtom)
    const queryClient = get(queryClientAtom)
    const context = options.contextAtom && get(options.contextAtom)
    return {
      queryKey: options.key,
      enabled: options.isNamed ?? true,
      ...(options.staleTime !== undefined && { staleTime: options.staleTime }),
      queryFn: async ({ signal }) => {
        const result = await call(options.endpoint, options.request, {
          signal,
          context: () => contextOf(queryClient, options.endpoint) ?? context,
          ...(options.absent && { silent: [NOT_FOUND] }),
        })
        if (result.ok) return options.read(result.value)
        if (result.status === NOT_FOUND && options.absent) return options.absent.value
        throw new ApiError(result)
      },
    }
  })
  return queryAtom(optionsAtom)
}

/** Resources by parameter; equal parameters share one resource. */
export function resourceFamily<Parameter, Value>(
  make: (parameter: Parameter) => Atom<Resource<Value>>,
  areEqual?: (left: Parameter, right: Parameter) => boolean,
) {
  return atomFamily(make, areEqual)
}

/** Validation errors appear beside the field at every keystroke: no toast. */
const UNPROCESSABLE = 422

/** The value of a result, for the query library, which takes failures as exceptions. Throws ApiError. */
export function valueOrThrow<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new ApiError(result)
  return result.value
}

export interface FollowedCall<Request, Answer> {
  readonly endpoint: Endpoint<Request, unknown, Answer>
  readonly key: string
  readonly staleTime?: number | undefined
}

/** The query of a request; null sends nothing. Previous data remain as a placeholder; errors keep none. */
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
      if (request === null) throw new Error('The query has no request.')
      return valueOrThrow(await call(endpoint, request, { signal, silent: [UNPROCESSABLE] }))
    },
  }
}

export interface FollowedResult<Answer> extends Resource<Answer> {
  readonly isError: boolean
  readonly isSuccess: boolean
  /** Whether the data belong to an older request. */
  readonly isPlaceholderData: boolean
}

export interface CallState<Request, Answer> {
  readonly request: Request | null
  /** The request of the shown data: an older one until the newest has its response. */
  readonly answered: Request | null
  readonly result: FollowedResult<Answer>
}

/** A query whose request is itself an atom: each new request aborts the one before. */
export function callStateAtom<Request, Answer>(
  settings: FollowedCall<Request, Answer>,
  requestAtom: Atom<NoInfer<Named<Request>> | null>,
): Atom<CallState<Named<Request>, Named<Answer>>> {
  const resultAtom = queryAtom(atom((get) => followingQuery(settings, get(requestAtom), get(callAtom).call)))
  const latestAtom = atom((get) => ({ request: get(requestAtom), result: get(resultAtom) }))
  return selectAtom(latestAtom, ({ request, result }, before?: CallState<Named<Request>, Named<Answer>>) => {
    if (before && hashKey([before.request]) === hashKey([request]) && isSameResult(before.result, result)) return before
    return { request, answered: result.isPlaceholderData ? (before?.answered ?? null) : request, result }
  })
}

/** A query builds a new result object on each read. */
function isSameResult(one: FollowedResult<unknown>, other: FollowedResult<unknown>): boolean {
  const fields = new Map<string, unknown>(Object.entries(one))
  return Object.entries(other).every(([name, value]) => Object.is(fields.get(name), value))
}

/** The result of a request that the user edits; also written to the pane's atom. */
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
  // Until the request is written, the data belong to the previous one.
  return isWritten ? state.result : { ...state.result, isPlaceholderData: true, isError: false, error: null }
}

interface CallQuery<Request, Answer> extends FollowedCall<Request, Answer> {
  /** Null sends nothing. */
  readonly request: NoInfer<Named<Request>> | null
}

/** The result of a request local to one part of a screen; for a pane's content see `callStateAtom`. */
export function useCall<Request, Answer>({ request, ...settings }: CallQuery<Request, Answer>) {
  const { call, queryClient } = useServices()
  return useQuery<Named<Answer>>(followingQuery(settings, request, call), queryClient)
}
