import { expect, test } from 'vitest'
import { raiseDataVersion, readDataVersion } from '#server/platform/db/data-version.ts'
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
