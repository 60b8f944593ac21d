import { searchWords } from '#domain/text/text.ts'

/** Normalised names and original names, sorted. */
export interface NameTable {
  /** The variables whose name begins with the key, and whether it is the name. */
  readonly beginningWith: (key: string) => ReadonlyMap<number, boolean>
}

export function nameKey(name: string): string {
  return searchWords(name).join('_')
}

export function createNameTable(
  variables: readonly { readonly name: string; readonly originalName: string }[],
): NameTable {
  const entries = variables
    .flatMap(({ name, originalName }, place) => [
      { key: nameKey(name), place },
      { key: nameKey(originalName), place },
    ])
    .sort((one, other) => (one.key < other.key ? -1 : 1))
  return {
    beginningWith: (key) => {
      const found = new Map<number, boolean>()
      for (let index = key === '' ? entries.length : firstFrom(entries, key); index < entries.length; index++) {
        const entry = entries[index]
        if (!entry?.key.startsWith(key)) break
        // One word must be a whole word of the name; of several, the last may be incomplete.
        const isExact = entry.key === key
        const isBegun = isExact || key.includes('_') || entry.key.charAt(key.length) === '_'
        if (isBegun) found.set(entry.place, isExact || found.get(entry.place) === true)
      }
      return found
    },
  }
}

function firstFrom(entries: readonly { readonly key: string }[], key: string): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((entries[middle]?.key ?? '') < key) low = middle + 1
    else high = middle
  }
  return low
}
