import type { MiddlewareHandler } from 'hono'
import type { Clock, Log } from '#server/services.ts'

/** A line for each answer; queries are left out, they name what somebody looks at. */
export function accessLog(log: Log, clock: Clock): MiddlewareHandler {
  return async (context, next) => {
    const begun = clock()
    await next()
    const { method, path } = context.req
    log.info({ method, path, status: context.res.status, milliseconds: clock() - begun }, 'answered')
  }
}
