import type { Endpoint } from '#contract/endpoint.ts'

/** Keys by the changes that they are for. */
export interface KeptKeys {
  readonly get: (change: string) => string | undefined
  readonly set: (change: string, key: string) => void
  readonly delete: (change: string) => void
}

/** The keys of changes of which nobody knows whether they were done. */
export interface ChangeKeys {
  readonly keyFor: (path: Endpoint<never, unknown, unknown>['path'], input: unknown) => string
  readonly settled: (path: Endpoint<never, unknown, unknown>['path'], input: unknown) => void
}

/** The same change has the same key until its outcome is known, so that asking once more does not do it twice. */
export function createChangeKeys(newKey: () => string, keys: KeptKeys = keysOfPage()): ChangeKeys {
  const nameOf = (path: string, input: unknown) => `${path} ${JSON.stringify(input)}`
  return {
    keyFor: (path, input) => {
      const name = nameOf(path, input)
      const key = keys.get(name) ?? newKey()
      keys.set(name, key)
      return key
    },
    settled: (path, input) => keys.delete(nameOf(path, input)),
  }
}

function keysOfPage(): KeptKeys {
  const keys = new Map<string, string>()
  return {
    get: (change) => keys.get(change),
    set: (change, key) => void keys.set(change, key),
    delete: (change) => void keys.delete(change),
  }
}
