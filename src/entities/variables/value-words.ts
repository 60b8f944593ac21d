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

/** The meanings of codes alone: "Never"; a code without one is its own. */
export function meaningWords(variable: Pick<Variable, 'valueMapping' | 'dataType'>, value: string): string {
  if (value === UNKNOWN_VALUE) return UNKNOWN_VALUE_WORDS
  const codes = hasSeveralCodes(variable.dataType) ? value.split(CODES_SEPARATOR) : [value]
  return codes.map((code) => textAt(variable.valueMapping, code) || code).join('; ')
}
