import type { Variable } from '#contract/shapes/entities.ts'
import { textAt } from '#domain/text/text.ts'

/** Codes with different meanings in some variables, each as a sentence. Case makes no difference. */
export function differentMeanings(
  variables: readonly Pick<Variable, 'variableName' | 'possibleValues' | 'valueMapping'>[],
  codes: Iterable<string> = new Set(variables.flatMap(({ possibleValues }) => possibleValues)),
): string[] {
  return [...codes].flatMap((code) => {
    const byMeaning = new Map<string, { readonly meaning: string; readonly names: string[] }>()
    for (const { variableName, possibleValues, valueMapping } of variables) {
      if (!possibleValues.includes(code)) continue
      const meaning = textAt(valueMapping, code) || code
      const group = byMeaning.get(meaning.trim().toLowerCase()) ?? { meaning, names: [] }
      group.names.push(variableName)
      byMeaning.set(meaning.trim().toLowerCase(), group)
    }
    if (byMeaning.size < 2) return []
    const words = [...byMeaning.values()].map(({ meaning, names }) => `"${meaning}" in ${names.join(', ')}`)
    return [`Code ${code} is ${words.join('; ')}.`]
  })
}
