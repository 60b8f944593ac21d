import { stemOf } from '#server/modules/catalog/search/stem.ts'

/** Searched fields. */
export const FIELDS = ['name', 'question', 'implicit', 'meanings', 'explicit', 'section', 'form'] as const
export type Field = (typeof FIELDS)[number]

/** The words of one variable by field. */
export type Document = Readonly<Record<Field, readonly string[]>>

/** Sorted tokens with their postings. A prefix is a range, found by binary search. */
export interface TokenTable {
  readonly size: number
  readonly rangeOf: (prefix: string) => readonly [first: number, last: number]
  /** Indexes in `tokens` of the words with the stem. */
  readonly ofStem: (stem: string) => readonly number[]
  readonly tokens: readonly string[]
  /** Postings of each token: the variable's index shifted by FIELD_BITS, plus the field. */
  readonly postings: readonly Int32Array[]
}

export const FIELD_BITS = 3
/** Sorts after every letter and digit. */
const LAST_CHARACTER = '\uFFFF'
const NO_TOKENS: readonly number[] = []

/** The table of the tokens of all documents. */
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
  for (const [index, token] of tokens.entries()) {
    const stem = stemOf(token)
    const known = byStem.get(stem)
    if (known) known.push(index)
    else byStem.set(stem, [index])
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
