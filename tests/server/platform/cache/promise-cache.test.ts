import { expect, test } from 'vitest'
import { createPromiseCache } from '#server/platform/cache/promise-cache.ts'

/** A cache of two entries that logs each load. */
function loadsOf() {
  const cache = createPromiseCache<string>(2)
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

test('evicts the least recently used entry', async () => {
  const { get, loads } = loadsOf()
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key)
  expect(loads).toEqual(['a', 'b', 'c', 'b'])
})

test('does not cache a rejected load', async () => {
  const { get, loads } = loadsOf()
  await expect(get('a', true)).rejects.toThrow('a')
  expect(await get('a')).toBe('a')
  expect(loads).toEqual(['a', 'a'])
})

test('evicts by sizes, and returns a result beyond all of them without keeping it', async () => {
  const cache = createPromiseCache<string>(8, ({ length }) => length)
  const loads: string[] = []
  const get = (key: string) => cache.get(key, async () => `${loads.push(key)} ${key}`)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b', 'too long']) await get(key)
  expect(loads).toEqual(['a', 'b', 'c', 'b', 'too long'])
  await get('too long')
  expect(loads.at(-1)).toBe('too long')
  expect(loads).toHaveLength(6)
})

test('a load that throws at once is not kept either', async () => {
  const cache = createPromiseCache<string>(2)
  const failing = () => {
    throw new Error('at once')
  }
  await expect(cache.get('a', failing)).rejects.toThrow('at once')
  expect(await cache.get('a', () => Promise.resolve('a'))).toBe('a')
})
