/** Where a word may be found, the best place first. */
export const FIELDS = ['name', 'question', 'meanings', 'context'] as const

/** The words of one variable, a list for each field. */
export type Document = readonly (readonly string[])[]

export interface TokenTable {
  /** For each variable the best field with a word that begins so, counted from 1; zero where there is none. */
  readonly bestFields: (prefix: string) => Uint8Array
}

const FIELD_BITS = 4
/** Sorts after every letter and digit that a word is made of. */
const LAST_CHARACTER = '\uFFFF'

/** Sorted words with the variables that hold them: a prefix is a range, found by halving. */
export function buildTokenTable(documents: readonly Document[]): TokenTable {
  const places = new Map<string, number[]>()
  for (const [place, document] of documents.entries()) {
    const seen = new Set<string>()
    for (const [field, words] of document.entries()) {
      for (const word of words) {
        if (seen.has(word)) continue
        seen.add(word)
        const posting = place * FIELD_BITS + field
        const postings = places.get(word)
        if (postings) postings.push(posting)
        else places.set(word, [posting])
      }
    }
  }
  const tokens = [...places.keys()].sort()
  const postings = tokens.map((token) => Int32Array.from(places.get(token) ?? []))

  return {
    bestFields: (prefix) => {
      const best = new Uint8Array(documents.length)
      const first = firstNotBelow(tokens, prefix)
      const last = firstNotBelow(tokens, prefix + LAST_CHARACTER)
      for (let at = first; at < last; at++) {
        for (const posting of postings[at] ?? []) {
          const place = Math.floor(posting / FIELD_BITS)
          const field = (posting % FIELD_BITS) + 1
          const before = best[place] ?? 0
          if (before === 0 || field < before) best[place] = field
        }
      }
      return best
    },
  }
}

function firstNotBelow(tokens: readonly string[], word: string): number {
  let low = 0
  let high = tokens.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((tokens[middle] ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}
