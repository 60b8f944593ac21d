import { randomBytes } from 'node:crypto'
import { serve, type ServerType } from '@hono/node-server'
import { createApp } from '#server/app.ts'
import type { Configuration } from '#server/configuration/configuration.ts'
import { serveFrontEnd } from '#server/front-end.ts'
import type { Log } from '#server/services.ts'
import type { Database } from '#server/storage/database.ts'

/** How long open requests may go on once the server is told to stop. */
const DRAIN_MILLISECONDS = 1_500

export interface RunningServer {
  /** Where it listens: http://127.0.0.1:8080 */
  readonly address: string
  /** Takes no more requests, lets those that run finish or ends them, and writes everything to the database file. */
  readonly stop: () => Promise<void>
}

export interface ServerOptions {
  readonly configuration: Configuration
  readonly database: Database
  readonly log: Log
  /** The built front end. */
  readonly clientDirectory: string
}

export async function startServer({
  configuration,
  database,
  log,
  clientDirectory,
}: ServerOptions): Promise<RunningServer> {
  const { capabilities, minimumCell, accessRequestUrl, isTrustedProxy, host } = configuration
  const app = createApp({
    database,
    clock: Date.now,
    random: randomBytes,
    log,
    capabilities,
    minimumCell,
    accessRequestUrl,
    isTrustedProxy,
  })
  serveFrontEnd(app, clientDirectory)
  const { server, port } = await listen(app.fetch, host, configuration.port)
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    stop: async () => {
      await drain(server)
      await checkpoint(database, log)
      database.close()
    },
  }
}

function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  hostname: string,
  port: number,
): Promise<{ server: ServerType; port: number }> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname, port }, (info) => resolve({ server, port: info.port }))
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

/** Nothing is lost without it: what was acknowledged is in the log beside the file and read at the next start. */
async function checkpoint(database: Database, log: Log): Promise<void> {
  const connection = await database.connect()
  try {
    await connection.run('FORCE CHECKPOINT')
  } catch (error) {
    log.warn({ error: error instanceof Error ? error.message : '' }, 'no checkpoint')
  } finally {
    connection.closeSync()
  }
}
