import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sealKeyIn, newNonce, seal, unseal } from '#server/platform/security/seal-key.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'

const KEY = randomBytes(32)
const sealed = () => seal(KEY, newNonce(randomBytes), 'a secret', 'account 7')

test('a sealed text is read only with its key and its context', () => {
  const text = sealed()
  expect(unseal(KEY, text, 'account 7')).toBe('a secret')
  expect(unseal(KEY, text, 'account 8')).toBeNull()
  expect(unseal(randomBytes(32), text, 'account 7')).toBeNull()
  expect(unseal(KEY, text.slice(0, -2), 'account 7')).toBeNull()
  expect(unseal(KEY, '', 'account 7')).toBeNull()
  expect(sealed()).not.toBe(text)
})

test('a change of any byte makes a sealed text unreadable', () => {
  const bytes = Buffer.from(sealed(), 'base64url')
  for (const place of bytes.keys()) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
    expect(unseal(KEY, changed.toString('base64url'), 'account 7')).toBeNull()
  }
})

test('creates the key when first needed, in a file that only its owner can read, and keeps it', async () => {
  const folder = temporaryFolder({})
  const path = join(folder.path, 'second-factor.key')
  expect(await sealKeyIn(folder.path, null).read()).toBeNull()
  const keys = await Promise.all([1, 2, 3].map(() => sealKeyIn(folder.path, null).readOrMake()))
  const [key] = keys
  expect(new Set(keys.map((one) => Buffer.from(one).toString('hex'))).size).toBe(1)
  expect([statSync(path).mode & 0o777, readFileSync(path, 'utf8').trim()]).toEqual([
    0o600,
    Buffer.from(key ?? []).toString('hex'),
  ])
  // The keys of concurrent requests are deleted.
  expect(readdirSync(folder.path)).toEqual(['second-factor.key'])
  expect(await sealKeyIn(folder.path, KEY).read()).toBe(KEY)
  writeFileSync(path, 'no key')
  await expect(sealKeyIn(folder.path, null).read()).rejects.toThrow(/second-factor\.key/)
  folder.remove()
})
