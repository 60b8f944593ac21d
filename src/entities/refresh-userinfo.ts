import { ApiError } from '#api/api-error.ts'
import type { Call, Result } from '#api/result.ts'
import { userinfo } from '#contract/session.ts'
import { queryClientAtom } from '#entities/query-client.ts'
import { USERINFO_KEY } from '#entities/session.ts'
import type { Store } from '#command-kit/context.ts'

/** Asks who is signed in and what they may do; the gate opens or closes by the answer. */
export async function refreshUserinfo({
  call,
  store,
}: {
  readonly call: Call
  readonly store: Store
}): Promise<Result<unknown>> {
  const answer = await call(userinfo, {})
  const client = store.get(queryClientAtom)
  if (!answer.ok) {
    const query = client.getQueryCache().find({ queryKey: USERINFO_KEY })
    query?.setState({ status: 'error', error: new ApiError(answer) })
    return answer
  }
  client.setQueryData(USERINFO_KEY, answer.value)
  // What failed for want of a session is asked again; what nobody looks at, when somebody does.
  void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  return answer
}
