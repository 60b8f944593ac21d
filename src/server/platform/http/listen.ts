import type { ServerOptions } from 'node:http'
import { serve, type ServerType } from '@hono/node-server'
import type { Configuration } from '#server/platform/configuration/configuration.ts'
import { oneRequestAtATime, type Fetch } from '#server/platform/http/one-request-at-a-time.ts'
import { discardUnreadBody, type DiscardLimits } from '#server/platform/http/unread-body.ts'

/** How long open requests may go on once the server is told to stop. */
const DRAIN_MILLISECONDS = 1_500

/** How long a caller may take to say what is wanted: who sends a byte now and then must not hold a connection for ever. */
const PATIENCE: Patience = {
  headersTimeout: 15_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
  discardBytes: 8 * 1024 * 1024,
  discardMilliseconds: 2_000,
  connectionsMax: 4_096,
}

interface Patience
  extends
    DiscardLimits,
    Required<Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>> {
  /** Connections that are open at once; further ones are closed. */
  readonly connectionsMax: number
}

export interface Listening {
  /** Where it listens: http://127.0.0.1:8080 */
  readonly address: string
  /** Takes no more requests, and lets those that run finish, or ends them. */
  readonly drain: () => Promise<void>
}

/** Listens for requests, and answers them with the function given. */
export function listen(
  fetch: Fetch,
  { host, port }: Pick<Configuration, 'host' | 'port'>,
  { discardBytes, discardMilliseconds, connectionsMax, ...serverOptions }: Patience = PATIENCE,
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const inTurn = oneRequestAtATime(discardUnreadBody(fetch, { discardBytes, discardMilliseconds }))
    const server = serve({ fetch: inTurn, hostname: host, port, serverOptions }, (info) =>
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
    const impatience = setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections()
    }, DRAIN_MILLISECONDS)
    server.close(() => {
      clearTimeout(impatience)
      resolve()
    })
  })
}
