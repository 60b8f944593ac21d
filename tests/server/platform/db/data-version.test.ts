import { expect, test } from 'vitest'
import { perDataVersion, raiseDataVersion, readDataVersion } from '#server/platform/db/data-version.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

test('a connection opened before the first import reads the new version', async () => {
  const database = await openTestDatabase()
  const early = await database.connect()
  expect(await readDataVersion(early)).toBe('')
  await inTransaction(database, raiseDataVersion)
  expect(await readDataVersion(early)).toBe('1')
  early.close()
  database.close()
})

test('a connection is leased until a cache is loaded, also after the request that began it', async () => {
  const database = await openTestDatabase()
  const order: string[] = []
  let goOn = () => {}
  const paused = new Promise<void>((resolve) => (goOn = resolve))
  const cached = perDataVersion(async (connection) => {
    await readDataVersion(connection)
    order.push('first statement')
    await paused
    await readDataVersion(connection)
    order.push('last statement')
  })
  let load = Promise.resolve()
  const request = database.withConnection(async (connection) => {
    load = cached(connection)
    await expect.poll(() => order).toEqual(['first statement'])
  })
  const released = request.then(() => order.push('released'))
  await expect.poll(() => order).toEqual(['first statement'])
  // Were the connection free now, the request would have ended.
  await database.withConnection(readDataVersion)
  goOn()
  await Promise.all([load, released])
  expect(order).toEqual(['first statement', 'last statement', 'released'])
  database.close()
})
