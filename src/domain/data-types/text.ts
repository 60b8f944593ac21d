import type { DataTypeDescriptor } from '#domain/data-types/data-type.ts'
import { PATTERN_LENGTH_MAX } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'

/** An unknown data type; answers are compared as texts. */
export const untyped: DataTypeDescriptor = {
  word: 'no type',
  kind: 'text',
  operators: ['EQ', 'REGEX', 'NREGEX', 'STARTS', 'ENDS'],
  isPersonal: true,
  valueProblem: (value, operator) =>
    (operator === 'REGEX' || operator === 'NREGEX') && value.length > PATTERN_LENGTH_MAX
      ? `A pattern has at most ${formatCount(PATTERN_LENGTH_MAX)} characters.`
      : null,
}

export const text: DataTypeDescriptor = { ...untyped, word: 'text', tag: { letter: 'T', hue: 100 } }

export const identifier: DataTypeDescriptor = { ...untyped, word: 'identifier', tag: { letter: 'I', hue: 20 } }
