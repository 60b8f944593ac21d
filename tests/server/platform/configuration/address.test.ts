import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'

test('a taken port ends the start before anything is built', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  const { status, stderr } = spawnSync(process.execPath, ['src/server/start.mjs'], {
    env: { ...process.env, PORT: port },
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, 'PORT: another process listens there.\n'])
  other.close()
})
