import { LRUCache } from 'lru-cache'

/** Values by key within a number of bytes; the least recently used one is evicted. Concurrent requests share one load. */
export interface SizedCache<Value> {
  readonly get: (key: string, load: () => Promise<Value>) => Promise<Value>
}

interface SizedCacheOptions<Value> {
  readonly bytesMax: number
  readonly bytesOf: (value: Value) => number
}

/** A rejected load is not kept, so that the next request loads again. A value beyond all bytes is not kept either. */
export function createSizedCache<Value>({ bytesMax, bytesOf }: SizedCacheOptions<Value>): SizedCache<Value> {
  const kept = new LRUCache<string, { readonly value: Value }>({
    maxSize: bytesMax,
    sizeCalculation: ({ value }) => 1 + bytesOf(value),
  })
  const loading = new Map<string, Promise<Value>>()

  async function loadInto(key: string, load: () => Promise<Value>): Promise<Value> {
    try {
      const value = await load()
      kept.set(key, { value })
      return value
    } finally {
      loading.delete(key)
    }
  }

  return {
    get: async (key, load) => {
      const found = kept.get(key)
      if (found) return found.value
      const shared = loading.get(key) ?? loadInto(key, load)
      loading.set(key, shared)
      return shared
    },
  }
}
