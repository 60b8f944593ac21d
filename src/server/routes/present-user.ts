import { ADMIN } from '#domain/access.ts'
import type { User } from '#server/accounts/user.ts'
import type { Statistics } from '#server/queries/statistics.ts'

/** A user as /userinfo tells it; the collections travel as a JSON string. */
export function presentUser(user: User, { collectionCodes }: Statistics) {
  return {
    username: user.username,
    first_name: user.firstName,
    last_name: user.lastName,
    privileges: user.isAdmin ? [ADMIN] : user.collections,
    collections: JSON.stringify(user.isAdmin ? collectionCodes : user.collections),
  }
}
