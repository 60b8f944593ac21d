import type { ServerOptions, IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import type { Socket } from 'node:net'
import { serve, type ServerType } from '@hono/node-server'
import type { Configuration } from '#server/platform/configuration/configuration.ts'

/** Grace period of open requests at shutdown. */
const DRAIN_MILLISECONDS = 1_500

/** Time limits of a request (slowloris protection). */
const TIMEOUTS: Timeouts = {
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
  discardBytes: 8 * 1024 * 1024,
  discardMilliseconds: 2_000,
  connectionsMax: 4_096,
}

interface Timeouts
  extends
    DiscardLimits,
    Required<Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>> {
  /** Open connections at once; further ones are closed. */
  readonly connectionsMax: number
}

export interface Listening {
  /** For example http://127.0.0.1:8080 */
  readonly address: string
  /** Refuses new requests and waits for open ones, up to the grace period. */
  readonly drain: () => Promise<void>
}

/** Starts an HTTP server for the fetch handler. */
export function listen(
  fetch: Fetch,
  { host, port }: Pick<Configuration, 'host' | 'port'>,
  { discardBytes, discardMilliseconds, connectionsMax, ...serverOptions }: Timeouts = TIMEOUTS,
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const afterPrevious = oneRequestAtATime(discardUnreadBody(fetch, { discardBytes, discardMilliseconds }))
    const server = serve({ fetch: afterPrevious, hostname: host, port, serverOptions }, (info) =>
      resolve({
        address: `http://${host.includes(':') ? `[${host}]` : host}:${info.port}`,
        drain: () => drain(server),
      }),
    )
    // A connection takes up to 20 kB before its headers are complete.
    server.maxConnections = connectionsMax
    server.once('error', reject)
  })
}

function drain(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    const graceTimer = setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections()
    }, DRAIN_MILLISECONDS)
    server.close(() => {
      clearTimeout(graceTimer)
      resolve()
    })
  })
}

/** How much of an unread body is read and thrown away, and for how long. */
interface DiscardLimits {
  readonly discardBytes: number
  readonly discardMilliseconds: number
}

/**
 * Reads what the handler left of a request body before the response goes out. A client that is still sending might not
 * read the response otherwise. Where the rest exceeds the limits, the response says that the connection closes.
 */
function discardUnreadBody(fetch: Fetch, limits: DiscardLimits): Fetch {
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

type Fetch = Parameters<typeof serve>[0]['fetch']

/** Browsers and proxies pipeline nothing; a connection that sends more than this ahead is closed. */
const PIPELINED_MAX = 16

interface Connection {
  isBusy: boolean
  readonly waiting: (() => void)[]
}

/**
 * Handles the requests of one connection one after another, while Node would run pipelined requests at once. A request
 * that follows a response with `Connection: close` is not handled (RFC 9112, section 9.6).
 */
function oneRequestAtATime(fetch: Fetch): Fetch {
  const connections = new WeakMap<Socket, Connection>()
  return async (request, env) => {
    const { socket } = env.incoming
    const connection = connections.get(socket) ?? { isBusy: false, waiting: [] }
    connections.set(socket, connection)
    if (connection.waiting.length >= PIPELINED_MAX) socket.destroy()
    if (connection.isBusy) await new Promise<void>((resolve) => connection.waiting.push(resolve))
    connection.isBusy = true
    env.outgoing.once('close', () => {
      connection.isBusy = false
      if (socket.writableEnded) connection.waiting.length = 0
      else connection.waiting.shift()?.()
    })
    return fetch(request, env)
  }
}
