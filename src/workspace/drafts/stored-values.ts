import * as v from 'valibot'

/** A value in localStorage; null if missing or invalid. */
export function readStored<Value>(key: string, schema: v.GenericSchema<unknown, Value>): Value | null {
  try {
    const stored = v.safeParse(schema, JSON.parse(localStorage.getItem(key) ?? 'null'))
    return stored.success ? stored.output : null
  } catch {
    return null
  }
}

/** Without localStorage there is nothing to delete. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {}
}

export function removeAllStored(prefix: string): void {
  try {
    for (const key of storedKeys(prefix)) localStorage.removeItem(key)
  } catch {}
}

/** Throws without localStorage. */
export function storedKeys(prefix: string): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
}
