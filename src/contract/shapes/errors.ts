import * as v from 'valibot'

/** The body of every error response. */
export const ErrorBody = v.object({
  message: v.nullish(v.string(), ''),
  issues: v.nullish(v.array(v.object({ path: v.string(), message: v.string() })), []),
})
export type ErrorBody = v.InferOutput<typeof ErrorBody>
export type ErrorIssue = ErrorBody['issues'][number]
