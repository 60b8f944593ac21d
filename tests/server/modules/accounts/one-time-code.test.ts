import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oneTimeCode, stepAt, stepOfCode, fromBase32, toBase32 } from '#server/modules/accounts/second-factors.ts'

/** The secret of RFC 4226, appendix D, and of RFC 6238, appendix B. */
const SECRET = Buffer.from('12345678901234567890')

test.each(
  '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'
    .split(' ')
    .map((code, step) => [step, code] as const),
)('RFC 4226: the code of step %i is %s', (step, code) => {
  expect(oneTimeCode(SECRET, step)).toBe(code)
})

/** The RFC's codes have eight digits: ours are the last six. */
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238: at %i seconds the code has the last digits of %s', (seconds, code) => {
  expect(oneTimeCode(SECRET, stepAt(seconds * 1000))).toBe(code.slice(-6))
})

test('accepts a code within its own and the adjacent time steps only', () => {
  const step = 1_000
  const code = oneTimeCode(SECRET, step)
  const taken = Array.from({ length: 300 }, (_, seconds) => (step - 5) * 30 + seconds).filter(
    (seconds) => stepOfCode(SECRET, code, seconds * 1000) !== null,
  )
  expect([taken[0], taken.at(-1), taken.length]).toEqual([(step - 1) * 30, (step + 2) * 30 - 1, 90])
  expect(stepOfCode(SECRET, code, step * 30_000)).toBe(step)
})

test('refuses malformed codes', () => {
  for (const code of ['', '0', '0000000', 'abcdef']) expect(stepOfCode(SECRET, code, 59_000)).toBeNull()
})

test('encodes base32 as RFC 4648 without padding, and decodes it', () => {
  const words = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar']
  expect(words.map((word) => toBase32(Buffer.from(word)))).toEqual([
    '',
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ])
  const isReadBack = (bytes: Uint8Array) => Buffer.from(fromBase32(toBase32(bytes))).equals(bytes)
  fc.assert(fc.property(fc.uint8Array(), isReadBack))
})
