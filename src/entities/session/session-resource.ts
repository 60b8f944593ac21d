import { atom, type WritableAtom } from 'jotai'
import { ApiError } from '#api/result.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Named } from '#contract/shapes/wire-names.ts'
import type { Resource } from '#entities/server-state/resource.ts'
import { callAtom } from '#entities/server-state/services.ts'

/** A new value, a failure that keeps the value, or a request; "begin" sends one only if nothing is known. */
type Change<Value> = { readonly data: Value } | { readonly error: ApiError } | 'fetch' | 'begin'

/** The change "fetch" fetches it again. */
export type SessionResource<Value> = Omit<Resource<Value>, 'refetch'>

/**
 * A resource that is read once and then kept, outside the query cache: the login screen loads without its library
 * (10 kB). The first subscriber fetches it.
 */
export function sessionResource<Answer>(
  endpoint: Endpoint<object, unknown, Answer>,
): WritableAtom<SessionResource<Named<Answer>>, [Change<Named<Answer>>], Promise<void>> {
  interface Known {
    readonly data: Named<Answer> | undefined
    readonly error: Error | null
    readonly request: Promise<void> | null
  }
  const knownAtom = atom<Known>({ data: undefined, error: null, request: null })
  const resourceAtom = atom(
    (get): SessionResource<Named<Answer>> => {
      const { data, error, request } = get(knownAtom)
      return { data, error, isPending: data === undefined && error === null, isFetching: request !== null }
    },
    async (get, set, change: Change<Named<Answer>>): Promise<void> => {
      const { data, error, request: running } = get(knownAtom)
      if (typeof change === 'object') {
        set(knownAtom, (known) => ({ ...known, error: null, ...change }))
        return
      }
      if (change === 'begin' && (data !== undefined || error !== null)) return
      if (running !== null) return running
      const { call } = get(callAtom)
      const fetchNow = async () => {
        try {
          const result = await call(endpoint, {})
          const outcome = result.ok ? { data: result.value, error: null } : { error: new ApiError(result) }
          set(knownAtom, (known) => ({ ...known, ...outcome, request: null }))
        } catch (thrown) {
          const error = thrown instanceof Error ? thrown : new Error(String(thrown))
          set(knownAtom, (known) => ({ ...known, error, request: null }))
        }
      }
      const request = fetchNow()
      set(knownAtom, (known) => ({ ...known, request }))
      return request
    },
  )
  resourceAtom.onMount = (change) => void change('begin')
  return resourceAtom
}
