import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const KILLS = fuzzRuns(24)
const HARNESS = resolve('node_modules/.cache/kill-harness')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kill-'))
  await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'tests/support/kill-harness.ts', target: 'node20', outDir: HARNESS, emptyOutDir: true },
  })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a kill at any moment loses no acknowledged change', async () => {
  /** Acknowledged changes: a name, or null for a deletion. The pending change is unknown. */
  const acknowledged = new Map<string, string | null>()
  for (let kill = 0; kill <= KILLS; kill++) {
    const { lines, found } = await runUntilKilled(join(folder, 'diver.duckdb'), (kill * 67) % 400)
    for (const [thing, name] of acknowledged) expect([thing, found.get(thing) ?? null]).toEqual([thing, name])
    for (const [said, thing = '', name = ''] of lines) {
      if (said === 'made') acknowledged.set(thing, name)
      if (said === 'gone') acknowledged.set(thing, null)
      if (said === 'trying') acknowledged.delete(thing)
    }
  }
  // The kill may precede the first acknowledgement, especially on a busy machine.
  expect(acknowledged.size).toBeGreaterThan(KILLS / 4)
  process.stdout.write(`Kills survived: ${KILLS + 1}, with ${acknowledged.size} acknowledged changes, none lost\n`)
}, 600_000)

async function runUntilKilled(path: string, delay: number) {
  const child = spawn('node', [join(HARNESS, 'kill-harness.js'), path], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let problem = ''
  child.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString()))
  await new Promise<void>((done, fail) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const wasReady = output.includes('\nready\n')
      output += chunk.toString()
      if (!wasReady && output.includes('\nready\n')) setTimeout(() => child.kill('SIGKILL'), delay)
    })
    child.once('close', (_, signal) =>
      signal === 'SIGKILL' ? done() : fail(new Error(`It ended by itself.\n${problem}`)),
    )
  })
  // A truncated line is ignored.
  const lines = output
    .slice(0, output.lastIndexOf('\n'))
    .split('\n')
    .map((line) => line.split(' '))
  const found = new Map(lines.flatMap(([said, thing = '', name = '']) => (said === 'found' ? [[thing, name]] : [])))
  return { lines, found }
}
