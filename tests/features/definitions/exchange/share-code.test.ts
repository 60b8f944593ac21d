import { deflateRawSync } from 'node:zlib'
// @vitest-environment node
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeInFragment, decodeShared, encodeShared, shareLink } from '#features/definitions/exchange/share-code.ts'

test('gives any text back from a link, in characters that a URL needs not escape', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 400 }), async (text) => {
      const link = new URL(shareLink('http://diver.example', '/definitions/import', await encodeShared(text)))
      expect(link.search).toBe('')
      expect(link.hash).toMatch(/^#d=[\w-]+$/)
      expect(await decodeShared(codeInFragment(link.hash) ?? '')).toBe(text)
    }),
    { numRuns: 50 },
  )
})

test('refuses a damaged code and one that expands beyond its limit', async () => {
  const code = await encodeShared('{"format":"diver-exchange"}')
  const bomb = deflateRawSync(Buffer.alloc(30_000_000)).toString('base64url')
  for (const damaged of ['', '%%', code.slice(0, -6), bomb]) expect(await decodeShared(damaged)).toBeNull()
})

test('takes no other fragment for a code', () => {
  expect(codeInFragment('#main')).toBeNull()
  expect(codeInFragment('')).toBeNull()
})
