import { OPERATOR_LABELS } from '#domain/conditions/operators.ts'
import type { DataTypeDescriptor } from '#domain/data-types/data-type.ts'

/** Separates the codes of an answer with several. */
export const CODES_SEPARATOR = ';'

export const category: DataTypeDescriptor = {
  word: 'category',
  kind: 'code',
  operators: ['EQ', 'NEQ'],
  moreOperators: ['ANYOF'],
  tag: { letter: 'C', hue: 250 },
}

/** A checkbox: an answer exists only if it is ticked. */
export const flag: DataTypeDescriptor = {
  word: 'flag',
  kind: 'flag',
  operators: ['VALID'],
  tag: { letter: 'F', hue: 300 },
}

export const categories: DataTypeDescriptor = {
  ...category,
  word: 'categories',
  kind: 'codes',
  tag: { letter: 'M', hue: 215 },
  valueProblem: (value, operator) =>
    operator !== 'ANYOF' && value.includes(CODES_SEPARATOR)
      ? `Value is one code: to compare several, choose "${OPERATOR_LABELS.ANYOF}".`
      : null,
}
