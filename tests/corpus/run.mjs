// Runs TypeScript through Vite's module runner, because Node 20 does not.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { buildIfStale } from '../../src/server/cli/build-if-stale.mjs'
import { makeData } from '../support/make-data.mjs'

await buildIfStale()
// All products of a recording start on copies of the same data.
const made = process.env.MADE_DATA ?? mkdtempSync(join(tmpdir(), 'diver-made-'))
const isOwn = process.env.MADE_DATA === undefined
try {
  if (isOwn) await makeData(made)
  process.env.MADE_DATA = made
  await runnerImport(new URL('./main.ts', import.meta.url).pathname, { configFile: false })
} finally {
  if (isOwn) rmSync(made, { recursive: true, force: true })
}
