import {
  notifyManager,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/react-query'
import { atom, type Atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { ApiError } from '#api/result.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Named } from '#contract/shapes/wire-names.ts'
import { queryClientAtom } from '#entities/query-client.ts'
import { callAtom } from '#entities/services.ts'

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
    options._optimisticResults = 'optimistic'
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
    return {
      queryKey: options.key,
      enabled: options.isNamed ?? true,
      ...(options.staleTime !== undefined && { staleTime: options.staleTime }),
      queryFn: async ({ signal }) => {
        const result = await call(options.endpoint, options.request, {
          signal,
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
