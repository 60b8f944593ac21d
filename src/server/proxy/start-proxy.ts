import type { Configuration } from '#server/platform/configuration/configuration.ts'
import { serveFrontEnd } from '#server/platform/http/static-files.ts'
import { listen } from '#server/platform/http/listen.ts'
import { createProxyApp } from '#server/proxy/proxy-app.ts'
import type { Log } from '#server/platform/process/runtime.ts'

export interface ProxyServerOptions {
  readonly configuration: Configuration
  readonly apiUrl: URL
  readonly log: Log
  readonly clientDirectory: string
}

/** Serves the front end over another back end, without a database. */
export async function startProxy({ configuration, apiUrl, log, clientDirectory }: ProxyServerOptions) {
  const { isTrustedProxy, externalAuthUrl } = configuration
  const app = createProxyApp({ apiUrl, isTrustedProxy, log, clock: Date.now })
  serveFrontEnd(app, clientDirectory, { externalAuthUrl })
  const { address, drain } = await listen(app.fetch, configuration)
  return { address, stop: drain }
}
