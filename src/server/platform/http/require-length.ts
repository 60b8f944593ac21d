import type { MiddlewareHandler } from 'hono'
import { Refusal } from '#server/platform/http/refusal.ts'

/**
 * Refuses a body without `Content-Length`. To check its limit the server would hold up to that much of it in memory
 * before it knows who calls.
 */
export const requireLength: MiddlewareHandler = async (context, next) => {
  if (context.req.header('transfer-encoding') !== undefined) {
    throw new Refusal(411, 'Send the length of the body as Content-Length.', { headers: { connection: 'close' } })
  }
  await next()
}
