import { LRUCache } from 'lru-cache'

/** Results by key; the least recently used one is evicted. Concurrent requests share one load. */
export interface PromiseCache<Value> {
  readonly get: (key: string, load: () => Promise<Value>) => Promise<Value>
}

/**
 * A cache of results whose sizes add up to at most `max`; by default each has the size 1. A larger result is not kept. A
 * rejected promise is removed, so that the next request loads again. lru-cache's own `fetch` does not fit: it rejects
 * pending loads when they are evicted.
 */
export function createPromiseCache<Value>(
  max: number,
  sizeOf: (value: Value) => number = () => 1,
): PromiseCache<Value> {
  const kept = new LRUCache<string, { readonly value: Value }>({
    maxSize: max,
    sizeCalculation: ({ value }) => Math.max(1, sizeOf(value)),
  })
  const loading = new Map<string, Promise<Value>>()

  function begin(key: string, load: () => Promise<Value>): Promise<Value> {
    const loaded = Promise.resolve()
      .then(load)
      .then((value) => {
        kept.set(key, { value })
        return value
      })
      .finally(() => loading.delete(key))
    loading.set(key, loaded)
    return loaded
  }

  return {
    get: async (key, load) => {
      const found = kept.get(key)
      return found ? found.value : (loading.get(key) ?? begin(key, load))
    },
  }
}
