import type { MiddlewareHandler } from 'hono'
import { Refusal } from '#server/platform/http/refusal.ts'

/** Refuses a body without `Content-Length`: checking its limit would buffer it before the caller is authenticated. */
export const requireLength: MiddlewareHandler = async (context, next) => {
  if (context.req.header('transfer-encoding') !== undefined) {
    throw new Refusal(411, 'Send the length of the body as Content-Length.', { headers: { connection: 'close' } })
  }
  await next()
}
