import { expect, test } from 'vitest'
import { authenticatorAddress, inGroups, readCode } from '#domain/second-factor.ts'

test('reads a code with blanks, dashes and letters of either case', () => {
  expect(readCode(' 123 456 ')).toEqual({ kind: 'code', text: '123456' })
  const text = 'abcdefghijklmnopqrstuvwx'
  expect(inGroups(text)).toBe('abcd-efgh-ijkl-mnop-qrst-uvwx')
  expect(readCode(inGroups(text).toUpperCase())).toEqual({ kind: 'recovery code', text })
  expect(readCode('abcdefghijk1mn0pqrstuvwx')).toEqual({ kind: 'recovery code', text: 'abcdefghijklmnopqrstuvwx' })
  for (const typed of ['', '12345', '1234567', 'abcdef', `${text}y`]) expect(readCode(typed)).toBeNull()
})

test('builds the otpauth URL with product, account and secret', () => {
  expect(authenticatorAddress('DIVER', 'ada:l o', 'MZXW6YTB')).toBe(
    'otpauth://totp/DIVER:ada%3Al%20o?secret=MZXW6YTB&issuer=DIVER',
  )
})
