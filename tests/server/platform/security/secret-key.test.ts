import { hkdfSync, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverKeysIn, type ServerKeys } from '#server/platform/security/secret-key.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'

const KEY = randomBytes(32)
const hex = (key: Uint8Array | null) => Buffer.from(key ?? []).toString('hex')
const textsOf = async ({ sealKey, auditKey, traceKey }: ServerKeys) =>
  Promise.all([sealKey, auditKey, traceKey].map(async (key) => hex(await key.readOrMake())))

test('creates the key when first needed, in a file that only its owner can read, and keeps it', async () => {
  const folder = temporaryFolder({})
  const path = join(folder.path, 'secret.key')
  expect(await serverKeysIn(folder.path, null).sealKey.read()).toBeNull()
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => textsOf(serverKeysIn(folder.path, null))))
  expect(others).toEqual([first, first])
  const text = readFileSync(path, 'utf8').trim()
  expect([statSync(path).mode & 0o777, text]).toEqual([0o600, expect.stringMatching(/^[\da-f]{64}$/)])
  // The keys of concurrent requests are deleted.
  expect(readdirSync(folder.path)).toEqual(['secret.key'])
  expect(await textsOf(serverKeysIn(folder.path, Buffer.from(text, 'hex')))).toEqual(first)
  writeFileSync(path, 'no key')
  await expect(serverKeysIn(folder.path, null).sealKey.read()).rejects.toThrow(/secret\.key/)
  folder.remove()
})

test('derives a key for each use by HKDF-SHA256', async () => {
  const folder = temporaryFolder({})
  const labels = ['diver second-factor', 'diver audit', 'diver trace']
  const derived = labels.map((label) => Buffer.from(hkdfSync('sha256', KEY, '', label, 32)).toString('hex'))
  expect(await textsOf(serverKeysIn(folder.path, KEY))).toEqual(derived)
  expect(new Set(derived).size).toBe(3)
  expect(readdirSync(folder.path)).toEqual([])
  folder.remove()
})

test('uses the key files of earlier versions as they are, also with SECRET_KEY', async () => {
  const files = { 'second-factor.key': '01', 'audit.key': '02', 'trace.key': '03' }
  const folder = temporaryFolder(
    Object.fromEntries(Object.entries(files).map(([name, byte]) => [name, `${byte.repeat(32)}\n`])),
  )
  const expected = Object.values(files).map((byte) => byte.repeat(32))
  expect(await textsOf(serverKeysIn(folder.path, null))).toEqual(expected)
  expect(await textsOf(serverKeysIn(folder.path, KEY))).toEqual(expected)
  expect(readdirSync(folder.path).toSorted()).toEqual(Object.keys(files).toSorted())
  folder.remove()
})
