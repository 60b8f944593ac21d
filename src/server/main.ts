import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { destination, pino } from 'pino'
import { readConfiguration } from '#server/configuration/configuration.ts'
import { ConfigurationError } from '#server/configuration/configuration-error.ts'
import { showProgress } from '#server/demo/progress-bar.ts'
import { startServer } from '#server/server.ts'
import { openResearchData } from '#server/research-data.ts'
import { welcome } from '#server/welcome.ts'

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const

async function main(): Promise<void> {
  const configuration = readConfiguration(process.env)
  const log = pino({ level: configuration.logLevel }, destination(2))
  const data = await openResearchData(configuration)
  // The bundle stands beside the built front end.
  const clientDirectory = join(dirname(fileURLToPath(import.meta.url)), '..', 'client')
  const database = data.isReady ? data.database : data.make
  const server = await startServer({ configuration, database, log, clientDirectory })

  let isStopping = false
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      void server.stop().then(() => process.exit(0))
    })
  }
  if (!data.isReady) await showProgress(process.stdout, server)
  process.stdout.write(await welcome(server.address, await server.database))
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
  if (message.includes('EADDRINUSE')) return 'PORT: another process listens there.'
  return error instanceof Error ? (error.stack ?? message) : message
}
