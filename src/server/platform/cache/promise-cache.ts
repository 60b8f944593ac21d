import { LRUCache } from 'lru-cache'

/** Results by key; the least recently used one is evicted. Concurrent requests share one load. */
export interface PromiseCache<Value> {
  readonly get: (key: string, load: () => Promise<Value>) => Promise<Value>
}

/**
 * A cache of at most `max` promises. A rejected promise is removed, so that the next request loads again. lru-cache's own
 * `fetch` does not fit: it rejects pending loads when they are evicted.
 */
export function createPromiseCache<Value>(max: number): PromiseCache<Value> {
  const cache = new LRUCache<string, Promise<Value>>({ max })
  return {
    get: (key, load) => {
      const cached = cache.get(key)
      if (cached) return cached
      const loading = load()
      cache.set(key, loading)
      loading.catch(() => {
        if (cache.peek(key) === loading) cache.delete(key)
      })
      return loading
    },
  }
}
