import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { Fetch } from '#server/platform/http/one-request-at-a-time.ts'

/** How much of an unread body is read and thrown away, and for how long. */
export interface DiscardLimits {
  readonly discardBytes: number
  readonly discardMilliseconds: number
}

/**
 * Reads what the handler left of a request body before the response goes out. A client that is still sending might not
 * read the response otherwise. Where the rest exceeds the limits, the response says that the connection closes.
 */
export function discardUnreadBody(fetch: Fetch, limits: DiscardLimits): Fetch {
  return async (request, env) => {
    const response = await fetch(request, env)
    if (!env.incoming.complete) await discard(env.incoming, limits)
    if (!env.incoming.complete) env.outgoing.setHeader('connection', 'close')
    return response
  }
}

function discard(
  incoming: IncomingMessage | Http2ServerRequest,
  { discardBytes, discardMilliseconds }: DiscardLimits,
): Promise<void> {
  return new Promise((resolve) => {
    // A web stream made of the request pauses it as soon as its own buffer is full.
    incoming.removeAllListeners('data')
    let size = 0
    const count = (chunk: Buffer) => {
      size += chunk.length
      if (size > discardBytes) end()
    }
    const end = () => {
      clearTimeout(timer)
      incoming.pause()
      incoming.off('data', count).off('end', end).off('close', end)
      resolve()
    }
    const timer = setTimeout(end, discardMilliseconds)
    incoming.on('data', count).once('end', end).once('close', end).resume()
  })
}
