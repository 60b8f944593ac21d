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

test('an evicted load still reaches its caller, and its failure keeps the newer entry', async () => {
  const { get, loads } = loadsOf()
  const failing = get('a', true)
  const others = [get('b'), get('c'), get('a')]
  await expect(failing).rejects.toThrow('a')
  expect(await Promise.all([...others, get('a')])).toEqual(['b', 'c', 'a', 'a'])
  expect(loads).toEqual(['a', 'b', 'c', 'a'])
})
