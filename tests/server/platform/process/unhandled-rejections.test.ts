import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import type { Log } from '#server/platform/process/runtime.ts'
import { logUnhandledRejections } from '#server/platform/process/unhandled-rejections.ts'

test('logs an unhandled rejection without ending the process', () => {
  const process = new EventEmitter()
  const error = vi.fn<Log['error']>()
  logUnhandledRejections(process, { error })
  process.emit('unhandledRejection', new Error('interrupted'))
  expect(error).toHaveBeenCalledWith({ error: expect.stringContaining('Error: interrupted') }, 'unhandled rejection')
})
