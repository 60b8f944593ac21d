import type { User } from '#contract/entities.ts'
import { atom } from 'jotai'
import { accessTo, ADMIN, type Reader } from '#domain/access.ts'
import { guideAddress } from '#domain/guide.ts'
import { DEFAULT_STATS } from '#domain/limits.ts'
import { isOffered } from '#contract/endpoint.ts'
import { userinfo, version } from '#contract/session.ts'
import { ApiError } from '#api/api-error.ts'
import { resource, type Resource } from '#entities/resource.ts'

export const USERINFO_KEY = ['userinfo'] as const

/** The signed-in user (null when nobody is), and the versions that came along. */
export const userinfoAtom = resource({
  endpoint: userinfo,
  request: {},
  key: USERINFO_KEY,
  read: (answer) => answer,
  staleTime: Infinity,
})

export const versionAtom = resource({
  endpoint: version,
  request: {},
  key: ['version'],
  read: (answer) => answer,
  staleTime: Infinity,
})

/** Why the back end could not say who is signed in. */
export const userinfoErrorAtom = atom((get) => errorOf(get(userinfoAtom)))
/** Why the versions are not known. */
export const versionErrorAtom = atom((get) => errorOf(get(versionAtom)))

const UNAUTHORIZED = 401

/** Without a session a back end may refuse these two requests: that is not a failure. */
function errorOf({ error }: Resource<unknown>): Error | null {
  return error instanceof ApiError && error.failure.status === UNAUTHORIZED ? null : error
}

/** A failed `GET /userinfo` clears the user (spec section 8). */
export const userAtom = atom((get) =>
  get(userinfoErrorAtom) === null ? (get(userinfoAtom).data?.currentUser ?? null) : null,
)

/** The user's second factor, as far as the back end knows of any. */
export const secondFactorAtom = atom((get) => get(userinfoAtom).data?.secondFactor ?? null)

/** What the user may read. */
export const readerAtom = atom<Reader>((get) => {
  const user = get(userAtom)
  return { isAdmin: user?.privileges.includes(ADMIN) ?? false, collections: user ? collectionsOf(user) : [] }
})

export const versionsAtom = atom((get) => get(versionAtom).data ?? get(userinfoAtom).data?.versions ?? null)
/** The parts by version; a signed-in user is told of the database engine too, which `GET /version` leaves out. */
export const partVersionsAtom = atom((get) => {
  const { data } = get(userinfoAtom)
  return (data?.currentUser && data.versions) ?? get(versionsAtom)
})
export const capabilitiesAtom = atom((get) => get(versionsAtom)?.capabilities ?? [])
/** Whether the back end has an endpoint. */
export const isOfferedAtom = atom((get) => {
  const capabilities = get(capabilitiesAtom)
  return (endpoint: Parameters<typeof isOffered>[0]) => isOffered(endpoint, capabilities)
})
export const statsAtom = atom((get) => get(versionsAtom)?.stats ?? DEFAULT_STATS)

/** Where to ask for access to data: the back end's address, or the guide's page about it. */
export const accessRequestAddressAtom = atom((get) => {
  const said = get(versionsAtom)?.accessRequestUrl ?? ''
  return /^https?:\/\//i.test(said) ? said : guideAddress('access')
})

/** Splits a cohort's collections by the signed-in user's access. */
export const accessAtom = atom((get) => (collections: readonly string[]) => accessTo(get(readerAtom), collections))

/** The collection codes that a user holds, from both fields that may carry them. */
function collectionsOf(user: User): string[] {
  const codes = new Set([...user.collections, ...user.privileges])
  codes.delete(ADMIN)
  return [...codes].sort()
}
