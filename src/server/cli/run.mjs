// Runs a command from the built bundle: node src/server/cli/run.mjs import … | user …
import { buildIfStale } from '../build-if-stale.mjs'

const [command = '', ...words] = process.argv.slice(2)
if (command !== 'import' && command !== 'user') {
  process.stderr.write('Usage: node src/server/cli/run.mjs import|user …\n')
  process.exit(1)
}
try {
  await buildIfStale()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
const { main } = await import(new URL(`../../../dist/server/${command}.js`, import.meta.url).href)
process.exitCode = await main(words)
