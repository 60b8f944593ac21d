import type { User } from '#contract/shapes/entities.ts'

/** What the back end says of a signed-in user, without the rest. */
export function userinfoOf(currentUser: User) {
  return { currentUser, versions: null, session: null, secondFactor: null, disclosureControl: false, notCounted: [] }
}
