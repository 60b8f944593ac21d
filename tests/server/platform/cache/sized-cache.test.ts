import { expect, test } from 'vitest'
import { createSizedCache } from '#server/platform/cache/sized-cache.ts'

/** A cache of ten bytes that logs each load; a value takes as many bytes as it has letters. */
function loadsOf() {
  const cache = createSizedCache<string>({ bytesMax: 10, bytesOf: ({ length }) => length - 1 })
  const loads: string[] = []
  const get = (key: string, fails = false) =>
    cache.get(key, () => {
      loads.push(key)
      return fails ? Promise.reject(new Error(key)) : Promise.resolve(key)
    })
  return { get, loads }
}

test('concurrent requests share one load', async () => {
  const { get, loads } = loadsOf()
  expect(await Promise.all([get('a'), get('a')])).toEqual(['a', 'a'])
  expect(loads).toEqual(['a'])
})

test('evicts the least recently used values beyond its bytes', async () => {
  const { get, loads } = loadsOf()
  for (const key of ['aaaa', 'bbbb', 'aaaa', 'cccc', 'aaaa', 'bbbb']) await get(key)
  expect(loads).toEqual(['aaaa', 'bbbb', 'cccc', 'bbbb'])
})

test('returns a value beyond all its bytes without keeping it', async () => {
  const { get, loads } = loadsOf()
  for (const key of ['a', 'a long value', 'a long value', 'a']) expect(await get(key)).toBe(key)
  expect(loads).toEqual(['a', 'a long value', 'a long value'])
})

test('does not keep a rejected load', async () => {
  const { get, loads } = loadsOf()
  await expect(get('a', true)).rejects.toThrow('a')
  expect(await get('a')).toBe('a')
  expect(loads).toEqual(['a', 'a'])
})
