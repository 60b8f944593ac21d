import type { Endpoint } from '#contract/endpoint.ts'

/** The keys of changes of which nobody knows whether they were done. */
export interface ChangeKeys {
  readonly keyFor: (path: Endpoint<never, unknown, unknown>['path'], input: unknown) => string
  readonly settled: (path: Endpoint<never, unknown, unknown>['path'], input: unknown) => void
}

/** The same change has the same key until its outcome is known, so that asking once more does not do it twice. */
export function createChangeKeys(newKey: () => string): ChangeKeys {
  const keys = new Map<string, string>()
  const nameOf = (path: string, input: unknown) => `${path} ${JSON.stringify(input)}`
  return {
    keyFor: (path, input) => {
      const name = nameOf(path, input)
      const key = keys.get(name) ?? newKey()
      keys.set(name, key)
      return key
    },
    settled: (path, input) => void keys.delete(nameOf(path, input)),
  }
}
