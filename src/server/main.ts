import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { destination, pino } from 'pino'
import { openResearchData, welcome } from '#server/app/research-data.ts'
import { startServer } from '#server/app/start-server.ts'
import { showProgress } from '#server/demo/progress.ts'
import { PORT_TAKEN } from '#server/platform/configuration/address.mjs'
import { readConfiguration, ConfigurationError } from '#server/platform/configuration/configuration.ts'
import { isDiskFull } from '#server/platform/db/data-folder.ts'
import { kill, logUnhandledRejections, stopOnSignal } from '#server/platform/process/process-events.ts'
import { KeyFileError } from '#server/platform/security/secret-key.ts'
import { startProxy } from '#server/proxy/proxy-app.ts'

/** Files of the data folder are private to the owner. */
const OWNER_ALONE = 0o077

async function main(): Promise<void> {
  process.umask(OWNER_ALONE)
  const configuration = readConfiguration(process.env)
  const log = pino({ level: configuration.logLevel }, destination(2))
  logUnhandledRejections(process, log)
  const clientDirectory = join(dirname(fileURLToPath(import.meta.url)), '..', 'client')
  const { apiUrl } = configuration
  if (apiUrl !== null) {
    const proxy = await startProxy({ configuration, apiUrl, log, clientDirectory })
    stopOnSignal(proxy.stop, log)
    process.stdout.write(`Listening on ${proxy.address}\nThe back end is ${apiUrl.href}\n`)
    return
  }
  const data = await openResearchData(configuration)
  const database = data.isReady ? data.database : data.make
  const server = await startServer({ configuration, database, log, clientDirectory, giveUp: kill })
  stopOnSignal(server.stop, log)
  if (!data.isReady) await showProgress(process.stdout, server)
  process.stdout.write(await welcome(server.address, await server.database))
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${startProblem(error)}\n`)
  process.exit(1)
}

/** The reason why the server did not start; one line for a known error. */
function startProblem(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof KeyFileError) return error.message
  const message = error instanceof Error ? error.message : String(error)
  if (message.includes('Could not set lock on file')) return 'DATA_DIR: another process has opened this database.'
  if (isDiskFull(error)) return `DATA_DIR: the disk is full (${message.split('\n')[0] ?? ''}).`
  if (message.includes('EADDRINUSE')) return PORT_TAKEN
  return error instanceof Error ? (error.stack ?? message) : message
}
