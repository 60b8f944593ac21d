import type { Variable } from '#contract/shapes/entities.ts'
import { hasSeveralCodes } from '#domain/data-types.ts'
import { CODES_SEPARATOR } from '#domain/data-types/category.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { UNKNOWN_VALUE_WORDS } from '#domain/missing-labels.ts'
import { textAt } from '#domain/text/text.ts'

/** Codes with their meanings: "1 · Never". */
export function valueWords(variable: Pick<Variable, 'valueMapping' | 'dataType'>, value: string): string {
  if (value === UNKNOWN_VALUE) return UNKNOWN_VALUE_WORDS
  const codes = hasSeveralCodes(variable.dataType) ? value.split(CODES_SEPARATOR) : [value]
  return codes
    .map((code) => {
      const meaning = textAt(variable.valueMapping, code)
      return meaning === '' || meaning === code ? code : `${code} · ${meaning}`
    })
    .join('; ')
}

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
