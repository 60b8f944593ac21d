import type { SearchReading } from '#contract/variables.ts'
import { SEARCH_MARKS_MAX } from '#domain/limits.ts'
import type { Found } from '#server/modules/catalog/search/find-all.ts'
import type { Query } from '#server/modules/catalog/search/read-query.ts'

/** How the words of a search were interpreted. */
export type Reading = SearchReading

/** The interpretation of a query: spelling corrections, and synonyms with hits in any list. */
export function presentReading({ corrections, words }: Query, found: readonly Found[]): Reading {
  const synonyms = new Map<string, Set<string>>()
  for (const { of, words: also } of found.flatMap((one) => one.synonyms)) {
    const known = synonyms.get(of) ?? new Set()
    for (const word of also) known.add(word)
    synonyms.set(of, known)
  }
  return {
    corrections: corrections.map(({ from, to }) => ({ from, to })),
    synonyms: Array.from(synonyms, ([word, also]) => ({ word, synonyms: [...also] })),
    marks: [...new Set([...words, ...found.flatMap(({ marks }) => marks)])].slice(0, SEARCH_MARKS_MAX),
  }
}
