import type { Context, MiddlewareHandler } from 'hono'
import type { ServerEnvironment } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/http/refusal.ts'

/**
 * Refuses HTTP/1.0 for a file whose length is not known before it is sent. HTTP/1.0 has no chunks and ends such a file by
 * closing the connection, so a broken file looks complete (RFC 9112, section 8).
 */
export function requireChunks({ env }: Context<ServerEnvironment>): void {
  const { httpVersionMajor = 1, httpVersionMinor = 1 } = env?.incoming ?? {}
  if (httpVersionMajor > 1 || (httpVersionMajor === 1 && httpVersionMinor > 0)) return
  throw new Refusal(426, 'This file needs HTTP/1.1: set it in the program or the proxy that asks for the file.', {
    headers: { upgrade: 'HTTP/1.1', connection: 'upgrade, close' },
  })
}

/** Refuses a body without `Content-Length`: checking its limit would buffer it before the caller is authenticated. */
export const requireLength: MiddlewareHandler = async (context, next) => {
  if (context.req.header('transfer-encoding') !== undefined) {
    throw new Refusal(411, 'Send the length of the body as Content-Length.', { headers: { connection: 'close' } })
  }
  await next()
}
