import type { MiddlewareHandler } from 'hono'
import type { Clock, Log } from '#server/platform/process/runtime.ts'

/** A path may have 16 kB; anonymous requests would fill the disk with their lines. */
const PATH_LENGTH_MAX = 200

/** A line for each answer; queries are left out, they name what somebody looks at. */
export function accessLog(log: Log, clock: Clock): MiddlewareHandler {
  return async (context, next) => {
    const begun = clock()
    await next()
    const { method } = context.req
    const path = context.req.path.slice(0, PATH_LENGTH_MAX)
    log.info({ method, path, status: context.res.status, milliseconds: clock() - begun }, 'answered')
  }
}
