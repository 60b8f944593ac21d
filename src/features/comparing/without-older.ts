import type { FollowedResult } from '#entities/call-atoms.ts'

/** A result without the data of an older request, which belong to other cohorts. */
export function withoutOlder<Answer>(result: FollowedResult<Answer>): FollowedResult<Answer> {
  return result.isPlaceholderData ? { ...result, data: undefined } : result
}
