import { atomWithStorage, createJSONStorage } from 'jotai/utils'
import { atomFamily } from 'jotai-family'
import * as v from 'valibot'

const json = createJSONStorage<unknown>(() => localStorage)

/** What the browser keeps under a name for each user apart; what it kept that does not fit counts as nothing. */
export function storedForUser<Value>(name: string, schema: v.GenericSchema<unknown, Value>, initial: Value) {
  const checked = (stored: unknown): Value => {
    const parsed = v.safeParse(schema, stored)
    return parsed.success ? parsed.output : initial
  }
  const storage = {
    getItem: (key: string) => checked(json.getItem(key, undefined)),
    setItem: (key: string, value: Value) => {
      try {
        json.setItem(key, value)
      } catch {
        // A browser that keeps nothing forgets it on reload, and that is all.
      }
    },
    removeItem: (key: string) => json.removeItem(key),
    subscribe: (key: string, callback: (value: Value) => void) =>
      json.subscribe?.(key, (stored) => callback(checked(stored)), undefined) ?? (() => undefined),
  }
  return atomFamily((username: string) =>
    atomWithStorage<Value>(`${name}:${username}`, initial, storage, { getOnInit: true }),
  )
}
