import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { secretKeyIn } from '#server/platform/security/secret-key.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'

const KEY = randomBytes(32)

test('creates the key when first needed, in a file that only its owner can read, and keeps it', async () => {
  const folder = temporaryFolder({})
  const path = join(folder.path, 'second-factor.key')
  expect(await secretKeyIn(folder.path, 'second-factor.key', null).read()).toBeNull()
  const keys = await Promise.all([1, 2, 3].map(() => secretKeyIn(folder.path, 'second-factor.key', null).readOrMake()))
  const [key] = keys
  expect(new Set(keys.map((one) => Buffer.from(one).toString('hex'))).size).toBe(1)
  expect([statSync(path).mode & 0o777, readFileSync(path, 'utf8').trim()]).toEqual([
    0o600,
    Buffer.from(key ?? []).toString('hex'),
  ])
  // The keys of concurrent requests are deleted.
  expect(readdirSync(folder.path)).toEqual(['second-factor.key'])
  expect(await secretKeyIn(folder.path, 'second-factor.key', KEY).read()).toBe(KEY)
  writeFileSync(path, 'no key')
  await expect(secretKeyIn(folder.path, 'second-factor.key', null).read()).rejects.toThrow(/second-factor\.key/)
  folder.remove()
})
