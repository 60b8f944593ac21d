import { randomBytes } from 'node:crypto'
import { getRequestListener } from '@hono/node-server'
import { destination, pino } from 'pino'
import { createApp } from '#server/app/create-app.ts'
import { openResearchData } from '#server/app/research-data.ts'
import { trackProgress, createProgressBar } from '#server/demo/progress.ts'
import { readConfiguration } from '#server/platform/configuration/configuration.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { App } from '#server/platform/http/caller.ts'
import { serverKeysIn } from '#server/platform/security/secret-key.ts'
import { createProxyApp } from '#server/proxy/proxy-app.ts'

declare global {
  /** Survives a reload of the modules: a DuckDB file can be opened only once. */
  var openedDatabase: Promise<Database> | undefined
}

const configuration = readConfiguration(process.env)
const log = pino({ level: configuration.logLevel }, destination(2))
const { apiUrl } = configuration
const app = apiUrl === null ? await ownApp() : createProxyApp({ ...configuration, apiUrl, clock: Date.now, log })

/** Answers the requests that the development server hands on. */
export const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false })

async function ownApp(): Promise<App> {
  globalThis.openedDatabase ??= openOrMake()
  const database = await globalThis.openedDatabase
  const { sealKey, traceKey } = serverKeysIn(configuration.dataDirectory, configuration.secretKey)
  const keys = { sealKey, traceKey }
  return createApp({ ...configuration, ...keys, database, clock: Date.now, random: randomBytes, log })
}

async function openOrMake(): Promise<Database> {
  const data = await openResearchData(configuration)
  if (data.isReady) return data.database
  const { report, current } = trackProgress(Date.now)
  const bar = createProgressBar(process.stdout)
  const database = await data.make((done, total) => {
    report(done, total)
    bar.show(current())
  })
  bar.end()
  return database
}
