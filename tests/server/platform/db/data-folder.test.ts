import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigurationError } from '#server/platform/configuration/configuration.ts'
import { openDataFolder } from '#server/platform/db/data-folder.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder({ file: 'text', 'garbage/diver.duckdb': 'garbage', 'nested/diver.duckdb/x': '' })
})
afterEach(() => folder.remove())

test('creates the folder, its parents and its database', async () => {
  const database = await openDataFolder(join(folder.path, 'a', 'b'))
  expect(database.path).toBe(join(folder.path, 'a', 'b', 'diver.duckdb'))
  database.close()
})

test.each(['file', 'file/below', 'garbage', 'nested', '/proc/none/below'])(
  'reports in one line that DATA_DIR cannot be %s',
  async (name) => {
    const path = name.startsWith('/') ? name : join(folder.path, name)
    const refusal = await openDataFolder(path).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ConfigurationError)
    expect(String(refusal)).toMatch(/^ConfigurationError: DATA_DIR: "[^"\n]+" (is no folder|cannot be opened)[^\n]+$/)
    expect(String(refusal)).toContain(path)
  },
)
