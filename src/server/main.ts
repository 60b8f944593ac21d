import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { destination, pino } from 'pino'
import { readConfiguration } from '#server/configuration/configuration.ts'
import { ConfigurationError } from '#server/configuration/configuration-error.ts'
import { showProgress } from '#server/demo/progress-bar.ts'
import { startProxy } from '#server/proxy/start-proxy.ts'
import { startServer } from '#server/server.ts'
import { openResearchData } from '#server/research-data.ts'
import { isDiskFull } from '#server/storage/disk-full.ts'
import { logUnheardRejections } from '#server/unheard-rejections.ts'
import { welcome } from '#server/welcome.ts'

/** What is written to the data folder is for nobody else on the machine. */
const OWNER_ALONE = 0o077

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const

async function main(): Promise<void> {
  process.umask(OWNER_ALONE)
  const configuration = readConfiguration(process.env)
  const log = pino({ level: configuration.logLevel }, destination(2))
  logUnheardRejections(process, log)
  // The bundle stands beside the built front end.
  const clientDirectory = join(dirname(fileURLToPath(import.meta.url)), '..', 'client')
  const { apiUrl } = configuration
  if (apiUrl !== null) {
    const proxy = await startProxy({ configuration, apiUrl, log, clientDirectory })
    stopOnSignal(proxy.stop)
    process.stdout.write(`Listening on ${proxy.address}\nThe back end is ${apiUrl.href}\n`)
    return
  }
  const data = await openResearchData(configuration)
  const database = data.isReady ? data.database : data.make
  const server = await startServer({ configuration, database, log, clientDirectory })
  stopOnSignal(server.stop)
  if (!data.isReady) await showProgress(process.stdout, server)
  process.stdout.write(await welcome(server.address, await server.database))
}

function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      void stop().then(() => process.exit(0))
    })
  }
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${startProblem(error)}\n`)
  process.exit(1)
}

/** Why it did not start, in one line where the reason is a known one. */
function startProblem(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message
  const message = error instanceof Error ? error.message : String(error)
  if (message.includes('Could not set lock on file')) return 'DATA_DIR: another process has opened this database.'
  if (isDiskFull(error)) return `DATA_DIR: the disk is full (${message.split('\n')[0] ?? ''}).`
  if (message.includes('EADDRINUSE')) return 'PORT: another process listens there.'
  return error instanceof Error ? (error.stack ?? message) : message
}
