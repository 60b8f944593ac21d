import type { MiddlewareHandler } from 'hono'
import type { Log, Clock } from '#server/platform/process/runtime.ts'

/** A path may have 16 kB; anonymous requests could fill the disk with log lines. */
const PATH_LENGTH_MAX = 200

/** Logs one line a response. Query strings are omitted: they show a user's searches. */
export function accessLog(log: Log, clock: Clock): MiddlewareHandler {
  return async (context, next) => {
    const start = clock()
    await next()
    const { method } = context.req
    const path = context.req.path.slice(0, PATH_LENGTH_MAX)
    log.info({ method, path, status: context.res.status, milliseconds: clock() - start }, 'answered')
  }
}
