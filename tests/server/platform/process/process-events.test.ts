import { spawnSync } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { logUnhandledRejections } from '#server/platform/process/process-events.ts'
import type { Log } from '#server/platform/process/runtime.ts'

/** A process with a busy main thread. */
const PROGRAM = `
import { runnerImport } from 'vite'
const { module } = await runnerImport('./src/server/platform/process/process-events.ts', { configFile: false })
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

test('logs an unhandled rejection without ending the process', () => {
  const process = new EventEmitter()
  const error = vi.fn<Log['error']>()
  logUnhandledRejections(process, { error })
  process.emit('unhandledRejection', new Error('interrupted'))
  expect(error).toHaveBeenCalledWith({ error: expect.stringContaining('Error: interrupted') }, 'unhandled rejection')
})
