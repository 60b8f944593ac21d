import { expect, test } from 'vitest'
import { normalisedHeaders, normalisedText } from '#tests/corpus/normalise.ts'

test('removes random and time-dependent values of fields, and keeps all other bytes', () => {
  const text =
    '{"at":"2026-01-02T03:04:05.678Z","rows":12, "seconds_left": 7.5,"next":null,"name":"at","recovery_codes":["a","b"]}'
  expect(normalisedText(text)).toBe(
    '{"at":"…","rows":12, "seconds_left": "…","next":null,"name":"at","recovery_codes":"…"}',
  )
  expect(normalisedText('{"count_at":1,"format":"x","secret":"a\\"b"}')).toBe(
    '{"count_at":1,"format":"x","secret":"…"}',
  )
})

test('removes the creation time of a bundle and the hashes that depend on it', () => {
  const [one, other] = ['0', 'a'].map((digit) => digit.repeat(64))
  expect(normalisedText('A\nMade on 2026-01-02T03:04:05.678Z for b\n')).toBe('A\nMade on … for b\n')
  expect(normalisedText(`${one}  README.txt\n${other}  data.csv\n${one}  definitions.json\n`)).toBe(
    `…  README.txt\n${other}  data.csv\n…  definitions.json\n`,
  )
})

test('removes the hash from names of built files', () => {
  expect(normalisedText('<script src="/assets/B3f_x-9.js"></script>')).toBe('<script src="/assets/….js"></script>')
})

test('omits headers of the connection, and removes values of tokens and waiting times', () => {
  expect(
    normalisedHeaders({
      'x-frame-options': 'DENY',
      date: 'today',
      connection: 'keep-alive',
      'retry-after': '894',
      'set-cookie': ['session=abcdefghijklmnopqrstuvwxyz; Path=/', 'other=1; Path=/'],
    }),
  ).toEqual({
    'retry-after': '…',
    'set-cookie': 'session=…; Path=/\nother=1; Path=/',
    'x-frame-options': 'DENY',
  })
})
