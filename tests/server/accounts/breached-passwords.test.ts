import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breachedPasswordsIn, refusedPassword } from '#server/accounts/breached-passwords.ts'

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

test('of a list in the order of the hashes each password is found and no other, however its lines end', () => {
  const someLines = fc.constantFrom(
    (hash: string) => `${hash}\n`,
    (hash: string) => `${hash}\r\n`,
    (hash: string, place: number) => `${hash}:${7 ** (place % 9)}\r\n`,
  )
  const passwords = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(passwords, fc.array(fc.string()), someLines, (stolen, others, lineOf) => {
      const isBreached = breachedPasswordsIn(listOf(stolen, lineOf))
      expect(stolen.filter((password) => isBreached?.(password) !== true)).toEqual([])
      const unknown = others.filter((password) => !stolen.includes(password))
      expect(unknown.filter((password) => isBreached?.(password) !== false)).toEqual([])
    }),
  )
})

test('a file that is not there, or no such list, is none', () => {
  expect(breachedPasswordsIn(join(folder, 'none'))).toBeNull()
  const path = join(folder, 'words.txt')
  writeFileSync(path, 'password\nqwerty\n')
  expect(breachedPasswordsIn(path)).toBeNull()
})

test('a password that was stolen somewhere is refused, after what everybody can know is wrong with it', () => {
  const isBreached = (password: string) => password === 'three blind mice'
  expect(refusedPassword(isBreached, 'three blind mice')).toMatch(/stolen somewhere/)
  expect(refusedPassword(isBreached, 'mice')).toMatch(/at least 12/)
  expect(refusedPassword(isBreached, 'three keen mice')).toBeNull()
})
