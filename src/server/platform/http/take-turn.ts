import { Refusal } from '#server/platform/http/refusal.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import type { Handler } from '#server/platform/http/route-for.ts'
import { abortedBy } from '#server/platform/db/scope.ts'

/**
 * A handler that counts people: it takes its turn among those of all accounts. What nobody waits for any more leaves the
 * queue, or ends.
 */
export function counting<Input, Services extends HttpServices>(
  handler: Handler<Input, Services>,
): Handler<Input, Services> {
  return async (incoming) => {
    const user = await incoming.authenticate()
    const { signal: gone } = incoming.context.req.raw
    const end = AbortSignal.any([gone, incoming.limit.signal])
    try {
      return await incoming.services.turns.take(user.accountId, end, () => {
        const connection = abortedBy(incoming.connection, end)
        return handler({ ...incoming, connection, authenticate: () => Promise.resolve(user) })
      })
    } catch (error) {
      throw gone.aborted ? new Refusal(503, 'Nobody waits for this answer any more.') : error
    }
  }
}
