import { atom, type WritableAtom } from 'jotai'
import { type Call, type Result, ApiError } from '#api/result.ts'
import type { Store } from '#command-kit/context.ts'
import { partsOfCapabilities } from '#contract/capabilities.ts'
import { isOffered, type Endpoint } from '#contract/endpoint.ts'
import { userinfo, version } from '#contract/session.ts'
import type { User } from '#contract/shapes/entities.ts'
import type { Named } from '#contract/shapes/wire-names.ts'
import { accessTo, ADMIN, type Reader } from '#domain/access.ts'
import { EXTERNAL_LOGIN_META } from '#domain/external-login.ts'
import { DEFAULT_STATS } from '#domain/limits.ts'
import type { Resource } from '#entities/server-state/resource.ts'
import { callAtom } from '#entities/server-state/services.ts'

/** The signed-in user (null for anonymous), with the versions of that response. */
export const userinfoAtom = sessionResource(userinfo)

export const versionAtom = sessionResource(version)

/** Why `GET /userinfo` failed. */
export const userinfoErrorAtom = atom((get) => errorOf(get(userinfoAtom)))

/** Why `GET /version` failed. */
export const versionErrorAtom = atom((get) => errorOf(get(versionAtom)))

const UNAUTHORIZED = 401

/** A back end may reject both requests without a session: not a failure. */
function errorOf({ error }: SessionResource<unknown>): Error | null {
  return error instanceof ApiError && error.failure.status === UNAUTHORIZED ? null : error
}

/** A failed `GET /userinfo` clears the user (spec section 8). */
export const userAtom = atom((get) =>
  get(userinfoErrorAtom) === null ? (get(userinfoAtom).data?.currentUser ?? null) : null,
)

/** The user's second factor, if the back end reports one. */
export const secondFactorAtom = atom((get) => get(userinfoAtom).data?.secondFactor ?? null)

/** Collections of which no individual is counted, for want of access. */
export const notCountedAtom = atom((get) => get(userinfoAtom).data?.notCounted ?? [])

/** Whether counts that leave collections out are those of a cohort, which leaves out the same. */
export const isAsInCohortAtom = atom((get) => {
  const notCounted = get(notCountedAtom)
  return (leftOut: readonly string[]) => leftOut.every((collection) => notCounted.includes(collection))
})

/** Whether small counts are suppressed for the user. Pictures that are not asked for take room in the account's ledger. */
export const hasDisclosureControlAtom = atom((get) => get(userinfoAtom).data?.disclosureControl ?? false)

/** The user's access to collections. */
export const readerAtom = atom<Reader>((get) => {
  const user = get(userAtom)
  return { isAdmin: user?.privileges.includes(ADMIN) ?? false, collections: user ? collectionsOf(user) : [] }
})

export const versionsAtom = atom((get) => get(versionAtom).data ?? get(userinfoAtom).data?.versions ?? null)

/** Component versions; signed-in users also get the database engine, which `GET /version` omits. */
export const partVersionsAtom = atom((get) => {
  const { data } = get(userinfoAtom)
  return (data?.currentUser && data.versions) ?? get(versionsAtom)
})

/** The single capabilities of the back end, which announces groups or parts of them. */
export const capabilitiesAtom = atom((get) => partsOfCapabilities(get(versionsAtom)?.capabilities ?? []))

export const isOfferedAtom = atom((get) => {
  const capabilities = get(capabilitiesAtom)
  return (endpoint: Parameters<typeof isOffered>[0]) => isOffered(endpoint, capabilities)
})

export const statsAtom = atom((get) => get(versionsAtom)?.stats ?? DEFAULT_STATS)

/** The back end's address for access requests; null stands for the handbook's page. */
export const accessRequestAddressAtom = atom((get) => {
  const address = get(versionsAtom)?.accessRequestUrl ?? ''
  return /^https?:\/\//i.test(address) ? address : null
})

/** The mail address for access requests, if the back end names one. */
export const accessContactAtom = atom((get) => {
  const address = get(versionsAtom)?.accessRequestUrl ?? ''
  return /^mailto:/i.test(address) ? address.slice('mailto:'.length) : null
})

/** Splits a cohort's collections by the signed-in user's access. */
export const accessAtom = atom((get) => (collections: readonly string[]) => accessTo(get(readerAtom), collections))

/** The collection codes of a user, from both fields that may hold them. */
function collectionsOf(user: User): string[] {
  const codes = new Set([...user.collections, ...user.privileges])
  codes.delete(ADMIN)
  return [...codes].sort()
}

/** The address of an external login page; null for our own form. The app sets it before the first render. */
export const externalLoginAtom = atom<string | null>(null)

/** The external login in the page's meta element. */
export function readExternalLogin(): string | null {
  const address = document.querySelector<HTMLMetaElement>(`meta[name="${EXTERNAL_LOGIN_META}"]`)?.content ?? ''
  return /^https?:\/\//i.test(address) ? address : null
}

/** Fetches user and permissions; the session gate follows. */
export async function refreshUserinfo({
  call,
  store,
}: {
  readonly call: Call
  readonly store: Store
}): Promise<Result<unknown>> {
  const answer = await call(userinfo, {})
  void store.set(userinfoAtom, answer.ok ? { data: answer.value } : { error: new ApiError(answer) })
  if (answer.ok && store.get(versionAtom).error !== null) void store.set(versionAtom, 'fetch')
  return answer
}

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
