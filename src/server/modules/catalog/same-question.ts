import { SIMILAR_SHOWN } from '#domain/limits.ts'
import { searchWords } from '#domain/text/text.ts'
import type { CatalogVariable } from '#server/model/catalog.ts'
import { mapWithPauses } from '#server/platform/scheduling/yield.ts'

/** Minimum cosine similarity, from 0 to 1, of two questions that ask the same. */
const SAME_ENOUGH = 0.6

export interface Similar {
  readonly variable: CatalogVariable
  readonly score: number
}

/** Variables of other forms and versions with the same question, most similar first. */
export type SameQuestion = (
  variable: CatalogVariable,
  /** Orders equally similar variables: most answers first. */
  observationsOf?: (variable: CatalogVariable) => number,
) => readonly Similar[]

/**
 * Cosine similarity of the questions' words, weighted by inverse document frequency. Ignores case, accents, order and
 * repetition.
 */
export async function createSameQuestion(variables: readonly CatalogVariable[]): Promise<SameQuestion> {
  const words = await mapWithPauses(variables, ({ question }) => [...new Set(searchWords(question))])
  const places = new Map<string, number[]>()
  for (const [place, questionWords] of words.entries()) {
    for (const word of questionWords) {
      const known = places.get(word)
      if (known) known.push(place)
      else places.set(word, [place])
    }
  }
  const weightOf = (word: string) => Math.log(1 + variables.length / (places.get(word)?.length ?? 1))
  const lengths = await mapWithPauses(words, (questionWords) => Math.hypot(...questionWords.map(weightOf)))
  const placeOf = new Map(variables.map((variable, place) => [variable, place]))

  return (variable, observationsOf = ({ observations }) => observations) => {
    const index = placeOf.get(variable)
    if (index === undefined) return []
    const shared = new Float64Array(variables.length)
    for (const word of words[index] ?? []) {
      const weight = weightOf(word) ** 2
      for (const place of places.get(word) ?? []) shared[place] = (shared[place] ?? 0) + weight
    }
    const found: Similar[] = []
    for (const [place, sum] of shared.entries()) {
      const other = variables[place]
      if (sum === 0 || !other || other.tableName === variable.tableName) continue
      const score = sum / ((lengths[index] ?? 1) * (lengths[place] ?? 1))
      if (score >= SAME_ENOUGH) found.push({ variable: other, score: Math.min(1, score) })
    }
    return found
      .sort((a, b) => b.score - a.score || observationsOf(b.variable) - observationsOf(a.variable))
      .slice(0, SIMILAR_SHOWN)
  }
}
