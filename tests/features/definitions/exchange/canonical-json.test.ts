import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from '#features/definitions/exchange/exchange-text.ts'

test('writes the example of RFC 8785', () => {
  const value = {
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '€$\u000F\nA\'B"\\\\"/',
    literals: [null, true, false],
  }
  expect(canonicalJson(value)).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
})

test('sorts keys by UTF-16 code units, as the RFC’s example does', () => {
  const keys = ['€', '\r', '\uFB33', '1', '😀', '\u0080', 'ö']
  const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])))
  expect(Object.keys(JSON.parse(text ?? ''))).toEqual(['1', '\r', '\u0080', 'ö', '€', '😀', '\uFB33'])
})

test('is the same whatever the order of keys, and has the value of the JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value)
      fc.pre(text !== null)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(canonicalJson(reversed(value))).toBe(text)
    }),
  )
})

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, part]) => [name, reversed(part)]),
  )
}

test('has no form for a lone surrogate, an infinite number and a value that is nested too deeply', () => {
  let deep: unknown = 0
  for (let level = 0; level < 10_000; level++) deep = [deep]
  for (const value of ['\uD800', { '\uDC00': 1 }, [Number.POSITIVE_INFINITY], deep]) {
    expect(canonicalJson(value)).toBeNull()
  }
})
