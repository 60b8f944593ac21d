import type { FollowedResult } from '#entities/server-state/resource.ts'

/** A result without the data of an older request, which belong to other cohorts. */
export function withoutOlder<Answer>(result: FollowedResult<Answer>): FollowedResult<Answer> {
  return result.isPlaceholderData ? { ...result, data: undefined } : result
}
