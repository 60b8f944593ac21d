// Starts the product: node src/server/start.mjs
import { buildIfStale } from './cli/build-if-stale.mjs'

try {
  await buildIfStale()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
await import(new URL('../../dist/server/main.js', import.meta.url).href)
