import { Refusal } from '#server/platform/http/refusal.ts'
import type { HttpServices } from '#server/platform/http/services.ts'
import type { Handler } from '#server/platform/http/route-for.ts'
import { abortedBy } from '#server/platform/db/scope.ts'

/**
 * A handler that counts participants: it waits in the fair queue of all accounts. An aborted request leaves the queue.
 */
export function inFairQueue<Input, Services extends HttpServices>(
  handler: Handler<Input, Services>,
): Handler<Input, Services> {
  return async (incoming) => {
    const user = await incoming.authenticate()
    const { signal: disconnected } = incoming.context.req.raw
    const end = AbortSignal.any([disconnected, incoming.limit.signal])
    try {
      return await incoming.services.fairQueue.run(user.accountId, end, () => {
        const connection = abortedBy(incoming.connection, end)
        return handler({ ...incoming, connection, authenticate: () => Promise.resolve(user) })
      })
    } catch (error) {
      throw disconnected.aborted ? new Refusal(503, 'Nobody waits for this answer any more.') : error
    }
  }
}
