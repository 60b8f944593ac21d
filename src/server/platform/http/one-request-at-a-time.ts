import type { Socket } from 'node:net'
import type { serve } from '@hono/node-server'

export type Fetch = Parameters<typeof serve>[0]['fetch']

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
export function oneRequestAtATime(fetch: Fetch): Fetch {
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
