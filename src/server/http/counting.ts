import { Refusal } from '#server/http/refusal.ts'
import type { Handler } from '#server/http/route-for.ts'
import { endWith } from '#server/storage/connection-pool.ts'

/**
 * A handler that counts people: it takes its turn among those of all accounts. What nobody waits for any more leaves the
 * queue, or ends; what takes too long is refused.
 */
export function counting<Input>(handler: Handler<Input>): Handler<Input> {
  return async (incoming) => {
    const user = await incoming.authenticate()
    const { signal: gone } = incoming.context.req.raw
    let tooLong: AbortSignal | null = null
    try {
      return await incoming.services.turns.take(user.accountId, gone, () => {
        tooLong = AbortSignal.timeout(incoming.services.settings.longestCounting)
        endWith(incoming.connection, AbortSignal.any([gone, tooLong]))
        return handler({ ...incoming, authenticate: () => Promise.resolve(user) })
      })
    } catch (error) {
      if (gone.aborted) throw new Refusal(503, 'Nobody waits for this answer any more.')
      throw isOver(tooLong) ? new Refusal(503, 'This takes the server too long. Please ask for less at once.') : error
    }
  }
}

function isOver(signal: AbortSignal | null): boolean {
  return signal?.aborted === true
}
