import type { VariableHit } from '#contract/shapes/entities.ts'
import { searchWords } from '#domain/text.ts'
import { isBeginning, likelyWord, vocabularyOf, type Vocabulary } from '#domain/spelling.ts'

const vocabularies = new WeakMap<readonly VariableHit[], Vocabulary>()

/** The vocabulary of names and questions, computed once per catalog. */
function wordsOf(catalog: readonly VariableHit[]): Vocabulary {
  const known = vocabularies.get(catalog)
  if (known) return known
  const uses = new Map<string, number>()
  for (const { variableName: name, question } of catalog) {
    for (const word of searchWords(`${name} ${question}`)) uses.set(word, (uses.get(word) ?? 0) + 1)
  }
  const vocabulary = vocabularyOf(uses)
  vocabularies.set(catalog, vocabulary)
  return vocabulary
}

/** The search with unknown words corrected to the catalog's vocabulary; null if nothing is close. */
export function suggestedSearch(search: string, catalog: readonly VariableHit[]): string | null {
  const vocabulary = wordsOf(catalog)
  let isChanged = false
  const words = searchWords(search).map((word) => {
    const likely = likelyWord(word, vocabulary)
    if (likely === null) return word
    isChanged = true
    return likely
  })
  return isChanged ? words.join(' ') : null
}

/** The search words that match individually, but not all in one variable. */
export function wordsApart(search: string, catalog: readonly VariableHit[]): readonly string[] {
  const words = [...new Set(searchWords(search))]
  return words.length < 2 ? [] : words.filter((word) => isBeginning(word, wordsOf(catalog)))
}
