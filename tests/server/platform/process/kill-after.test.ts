import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** A process with a busy main thread. */
const PROGRAM = `
import { runnerImport } from 'vite'
const { module } = await runnerImport('./src/server/platform/process/kill-after.ts', { configFile: false })
module.killAfter(20, 'it was killed')
for (;;);
`

test('kills a process whose main thread is blocked, with a line in the log', () => {
  const { signal, stderr } = spawnSync('node', ['--input-type=module', '-e', PROGRAM], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect(signal).toBe('SIGKILL')
  expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({ level: 60, msg: 'it was killed' })
})
