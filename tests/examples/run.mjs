// Runs every example of the handbook's pages for terminals, Python and R against a server: node tests/examples/run.mjs
// Through Vite's module runner, because Node 20 does not read TypeScript.
import { runnerImport } from 'vite'
import { buildIfStale } from '../../src/server/cli/build-if-stale.mjs'

await buildIfStale()
await runnerImport(new URL('./main.ts', import.meta.url).pathname, { configFile: false })
