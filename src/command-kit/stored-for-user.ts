import { atomFamily } from 'jotai-family'
import { atomWithStorage, createJSONStorage } from 'jotai/utils'
import * as v from 'valibot'

const json = createJSONStorage<unknown>()

/** A localStorage value for each user. Invalid stored values are ignored. */
export function userStorageAtom<Value>(name: string, schema: v.GenericSchema<unknown, Value>, initial: Value) {
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
        // Without localStorage the value lasts until reload.
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
