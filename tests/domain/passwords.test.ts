import { expect, test } from 'vitest'
import { passwordProblem } from '#domain/passwords.ts'

test.each([
  'short',
  'password1234',
  'Passw0rd!!!!',
  'P@ssword2026',
  '123456789012',
  '210987654321',
  'qwertyuiopas',
  '1q2w3e4r5t6y',
  'aaaaaaaaaaaaaaa',
  'abababababab',
  '!!!!admin!!!!',
  'letmeinletmein',
  '99-Diver-99-99',
  'changeme2026!',
])('rejects “%s” as too short or too common', (password) => {
  expect(passwordProblem(password)).toMatch(/at least 12 characters|Many people/)
})

test.each([
  'correct horse battery',
  'a password of my own',
  'victim-victim-victim',
  'bench-bench-bench',
  'ünïcödé 😀 drei',
])('accepts “%s”', (password) => {
  expect(passwordProblem(password, 'ada')).toBeNull()
})

test('rejects the user’s own name, once or repeated', () => {
  expect(passwordProblem('annemarie-2026', 'Annemarie')).toMatch(/own name/)
  expect(passwordProblem('AnnemarieAnnemarie', 'annemarie')).toMatch(/own name/)
  expect(passwordProblem('annemarie likes tea', 'annemarie')).toBeNull()
})
