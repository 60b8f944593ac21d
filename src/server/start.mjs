// Starts the product: node src/server/start.mjs
import { buildIfStale } from './cli/build-if-stale.mjs'
import { isPortTaken, PORT_TAKEN } from './platform/configuration/address.mjs'

try {
  // A build and the synthetic data take a minute.
  if (await isPortTaken(process.env)) throw new Error(PORT_TAKEN)
  await buildIfStale()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
await import(new URL('../../dist/server/main.js', import.meta.url).href)
