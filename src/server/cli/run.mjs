// Runs a command from the built bundle: node src/server/cli/run.mjs import … | user … | backup … | restore … | audit … | load | citus
import { buildIfStale } from './build-if-stale.mjs'

const [command = '', ...words] = process.argv.slice(2)
// Whoever reads the output may have seen enough, as `| head` has.
process.stdout.on('error', () => process.exit(0))
try {
  await buildIfStale()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
// What is written to the data folder is for nobody else on the machine; what was built is for whoever runs it.
process.umask(0o077)
const { main } = await import(new URL('../../../dist/server/cli.js', import.meta.url).href)
process.exitCode = await main(command, words)
