import type { MiddlewareHandler } from 'hono'

/** Hono runs the GET handler for HEAD and drops the body unread, which would keep its queries and its download slot. */
export const cancelBodyOfHead: MiddlewareHandler = async (context, next) => {
  await next()
  if (context.req.method === 'HEAD') await context.res.body?.cancel()
}
