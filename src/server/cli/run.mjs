// Usage: node src/server/cli/run.mjs import | user | backup | restore | audit | trace | load | citus | verify
import { buildIfStale } from './build-if-stale.mjs'

const [command = '', ...words] = process.argv.slice(2)
// A reader such as `| head` may close the pipe.
process.stdout.on('error', () => process.exit(0))
try {
  await buildIfStale()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
// Files of the data folder are private to the owner; files of the build are not.
process.umask(0o077)
const { main } = await import(new URL('../../../dist/server/cli.js', import.meta.url).href)
process.exitCode = await main(command, words)
