import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breachedPasswordsIn, refusedPassword } from '#server/platform/security/breached-passwords.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'breached-test-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()

function listOf(stolen: readonly string[], lineOf: (hash: string, place: number) => string): string {
  const path = join(folder, 'list.txt')
  writeFileSync(path, stolen.map(hashOf).toSorted().map(lineOf).join(''))
  return path
}

test('finds exactly the passwords of a list sorted by hash, with any line breaks', async () => {
  const someLines = fc.constantFrom(
    (hash: string) => `${hash}\n`,
    (hash: string) => `${hash}\r\n`,
    (hash: string, place: number) => `${hash}:${7 ** (place % 9)}\r\n`,
  )
  const passwords = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(passwords, fc.array(fc.string()), someLines, async (stolen, others, lineOf) => {
      const isBreached = breachedPasswordsIn(listOf(stolen, lineOf))
      const found = async (some: readonly string[]) =>
        (await Promise.all(some.map(async (password) => ((await isBreached?.(password)) ? [password] : [])))).flat()
      expect(await found(stolen)).toEqual(stolen)
      expect(await found(others.filter((password) => !stolen.includes(password)))).toEqual([])
    }),
  )
})

test('returns no list for a missing or invalid file', () => {
  expect(breachedPasswordsIn(join(folder, 'none'))).toBeNull()
  const path = join(folder, 'words.txt')
  writeFileSync(path, 'password\nqwerty\n')
  expect(breachedPasswordsIn(path)).toBeNull()
})

test('refuses a breached password after the other rules', async () => {
  const isBreached = (password: string) => Promise.resolve(password === 'three blind mice')
  expect(await refusedPassword(isBreached, 'three blind mice')).toMatch(/stolen somewhere/)
  expect(await refusedPassword(isBreached, 'mice')).toMatch(/at least 12/)
  expect(await refusedPassword(isBreached, 'three keen mice')).toBeNull()
})
