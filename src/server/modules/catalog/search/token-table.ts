import { stemOf } from '#server/modules/catalog/search/stem.ts'

/** Where a word may be found. */
export const FIELDS = ['name', 'question', 'meanings', 'explicit', 'implicit', 'section'] as const
export type Field = (typeof FIELDS)[number]

/** The words of one variable, a list for each field. */
export type Document = Readonly<Record<Field, readonly string[]>>

/** Sorted words with the variables that hold them: a prefix is a range, found by halving. */
export interface TokenTable {
  readonly size: number
  /** The places in `tokens` of the words that begin so: from the first to before the last. */
  readonly rangeOf: (prefix: string) => readonly [first: number, last: number]
  /** The places in `tokens` of the words of that stem. */
  readonly ofStem: (stem: string) => readonly number[]
  readonly tokens: readonly string[]
  /** For each token where it stands: the variable's place shifted by FIELD_BITS, plus the field. */
  readonly postings: readonly Int32Array[]
}

export const FIELD_BITS = 3
/** Sorts after every letter and digit that a word is made of. */
const LAST_CHARACTER = '\uFFFF'
const NO_TOKENS: readonly number[] = []

/** The table of the words of all documents. */
export function buildTokenTable(documents: readonly Document[]): TokenTable {
  const places = new Map<string, number[]>()
  for (const [place, document] of documents.entries()) {
    const seen = new Set<string>()
    for (const [field, name] of FIELDS.entries()) {
      for (const word of document[name]) {
        if (seen.has(word)) continue
        seen.add(word)
        const posting = (place << FIELD_BITS) + field
        const postings = places.get(word)
        if (postings) postings.push(posting)
        else places.set(word, [posting])
      }
    }
  }
  const tokens = [...places.keys()].sort()
  const byStem = new Map<string, number[]>()
  for (const [at, token] of tokens.entries()) {
    const stem = stemOf(token)
    const known = byStem.get(stem)
    if (known) known.push(at)
    else byStem.set(stem, [at])
  }
  return {
    size: documents.length,
    tokens,
    postings: tokens.map((token) => Int32Array.from(places.get(token) ?? [])),
    rangeOf: (prefix) => [firstNotBelow(tokens, prefix), firstNotBelow(tokens, prefix + LAST_CHARACTER)],
    ofStem: (stem) => byStem.get(stem) ?? NO_TOKENS,
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
