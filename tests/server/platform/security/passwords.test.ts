import { expect, test } from 'vitest'
import { hashPassword, isPassword } from '#server/platform/security/passwords.ts'

test('hashes a password of any length with argon2id, exactly as typed', async () => {
  const password = `${'pässword 😀 '.repeat(20)}x`
  const hash = await hashPassword(password)
  // OWASP's password storage cheat sheet: at least 19 MiB and two passes.
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword(hash, password)).toBe(true)
  expect(await isPassword(hash, password.slice(0, -1))).toBe(false)
  expect(await isPassword(hash, password.toUpperCase())).toBe(false)
})
