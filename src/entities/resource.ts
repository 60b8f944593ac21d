import { notifyManager, QueryObserver } from '@tanstack/react-query'
import { atom, type Atom } from 'jotai'
import { atomFamily } from 'jotai-family'
import { ApiError } from '#api/result.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Named } from '#contract/shapes/wire-names.ts'
import { callAtom } from '#entities/services.ts'
import { queryClientAtom } from '#entities/query-client.ts'

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
 * A resource of the server as a jotai atom. Its options are constant: each change would fetch twice. The cache is read
 * again on subscription: a response may have arrived since the first read.
 */
export function resource<Request, Answer, Value>(
  options: ResourceOptions<Request, Answer, Value>,
): Atom<Resource<Value>> {
  const observerAtom = atom((get) => {
    const { call } = get(callAtom)
    return new QueryObserver<Value>(get(queryClientAtom), {
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
    })
  })
  const latestAtom = atom((get) => {
    const observer = get(observerAtom)
    const latest = atom<Resource<Value>>(observer.getCurrentResult())
    latest.onMount = (set) => {
      const stop = observer.subscribe(notifyManager.batchCalls(set))
      set(observer.getCurrentResult())
      return stop
    }
    return latest
  })
  return atom((get) => get(get(latestAtom)))
}

/** Resources by parameter; equal parameters share one resource. */
export function resourceFamily<Parameter, Value>(
  make: (parameter: Parameter) => Atom<Resource<Value>>,
  areEqual?: (left: Parameter, right: Parameter) => boolean,
) {
  return atomFamily(make, areEqual)
}
