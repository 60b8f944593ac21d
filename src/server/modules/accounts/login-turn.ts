import type { MiddlewareHandler } from 'hono'
import * as v from 'valibot'
import { login } from '#contract/session.ts'
import { callerOf, type ServerEnvironment } from '#server/platform/http/caller.ts'
import type { AccountServices } from '#server/modules/accounts/services.ts'

/**
 * Waits in the password queue before the login takes a database connection, so that waiting attempts hold none.
 * Malformed logins and locked accounts skip the queue: they are refused.
 */
export function awaitPasswordSlot(
  services: Pick<AccountServices, 'passwordQueue' | 'throttle' | 'settings'>,
): MiddlewareHandler<ServerEnvironment> {
  const { passwordQueue, throttle, settings } = services
  return async (context, next) => {
    const { address } = callerOf(context, settings)
    const username = usernameIn(await context.req.text())
    if (username === null || throttle.secondsToWait(username, address) !== null) return next()
    const end = await passwordQueue.acquire({ username, address }, context.req.raw.signal)
    context.set('releasePasswordSlot', end)
    try {
      await next()
    } finally {
      end()
    }
  }
}

function usernameIn(body: string): string | null {
  try {
    const parsed = v.safeParse(login.input, JSON.parse(body))
    return parsed.success ? parsed.output.username : null
  } catch {
    return null
  }
}
