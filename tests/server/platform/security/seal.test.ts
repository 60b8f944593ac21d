import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { newNonce, seal, unseal } from '#server/platform/security/seal.ts'

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
