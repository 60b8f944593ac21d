import type { Context } from 'hono'
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
