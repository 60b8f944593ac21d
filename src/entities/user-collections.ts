import type { User } from '#contract/shapes.ts'
import { ADMIN } from '#domain/access.ts'

/** The collection codes that a user holds, from both fields that may carry them. */
export function collectionsOf(user: User): string[] {
  const codes = new Set([...user.collections, ...user.privileges])
  codes.delete(ADMIN)
  return [...codes].sort()
}
