import { NO_RULE_OPTIONS } from '#domain/cohorts/rules.ts'
import { valueCount, type Operator } from '#domain/conditions/operators.ts'
import type { TokenCursor } from '#domain/expressions/token-cursor.ts'
import type { Expected } from '#domain/expressions/tokens.ts'
import type { ConditionNode, Written } from '#domain/expressions/tree.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'

/** The operators of an expression; "missing" is a comparison with the value for missing answers. */
type WrittenOperator = Operator | 'missing'

const SIGNS: Readonly<Record<string, Operator>> = {
  '=': 'EQ',
  '!=': 'NEQ',
  '<': 'LT',
  '<=': 'LTE',
  '>': 'GT',
  '>=': 'GTE',
  '~': 'REGEX',
  '!~': 'NREGEX',
}

/** The words of operators, longest first. */
const WORDS: readonly (readonly [words: readonly string[], operator: WrittenOperator])[] = [
  [['is', 'between'], 'BETWEEN'],
  [['is', 'answered'], 'VALID'],
  [['is', 'missing'], 'missing'],
  [['is', 'in'], 'ANYOF'],
  [['is', 'not'], 'NEQ'],
  [['is'], 'EQ'],
  [['between'], 'BETWEEN'],
  [['in'], 'ANYOF'],
  [['does', 'not', 'contain'], 'NREGEX'],
  [['contains'], 'REGEX'],
  [['starts', 'with'], 'STARTS'],
  [['ends', 'with'], 'ENDS'],
  [['answered'], 'VALID'],
  [['missing'], 'missing'],
  [['exists'], 'EXISTS'],
]

/** How operators are written. */
export const OPERATOR_TEXTS: Readonly<Record<WrittenOperator, string>> = {
  EQ: '=',
  NEQ: '!=',
  LT: '<',
  LTE: '<=',
  GT: '>',
  GTE: '>=',
  REGEX: '~',
  NREGEX: '!~',
  BETWEEN: 'between',
  ANYOF: 'in',
  STARTS: 'starts with',
  ENDS: 'ends with',
  VALID: 'answered',
  EXISTS: 'exists',
  missing: 'missing',
}

const JOINTS: ReadonlySet<string> = new Set(['and', 'or', 'not'])

/** A variable, an operator and its values; the variable of a recode is left out. */
export function readCondition(cursor: TokenCursor): ConditionNode {
  const { from } = cursor.peek()
  const { subject } = cursor
  if (subject !== null) {
    if (cursor.isWord(subject.text.toLowerCase()) && isOperatorNext(cursor, 1)) cursor.take()
    if (!isOperatorNext(cursor)) return readRange(cursor, subject)
  }
  const variable = subject ?? readName(cursor, 'A variable', { kind: 'rule' })
  const written = readOperator(cursor, variable.text)
  const isMissing = written === 'missing'
  const operator = isMissing ? 'EQ' : written
  const values = isMissing
    ? [{ text: UNKNOWN_VALUE, isCode: true, ...cursor.spanFrom(from) }]
    : readValues(cursor, variable.text, operator)
  return { kind: 'condition', variable, operator, values, options: NO_RULE_OPTIONS, ...cursor.spanFrom(from) }
}

function isOperatorNext(cursor: TokenCursor, ahead = 0): boolean {
  const { kind, text } = cursor.peek(ahead)
  if (kind === 'sign') return Object.hasOwn(SIGNS, text)
  return WORDS.some(([words]) => words.every((word, place) => cursor.isWord(word, ahead + place)))
}

/** A value alone is compared with "=", two with ".." between them are the ends of a range. */
function readRange(cursor: TokenCursor, variable: Written): ConditionNode {
  const one = () => readValue(cursor, { kind: 'value', variable: variable.text, operator: 'EQ' })
  const first = one()
  const values = cursor.takesSign('..') ? [first, one()] : [first]
  const operator = values.length === 2 ? 'BETWEEN' : 'EQ'
  return { kind: 'condition', variable, operator, values, options: NO_RULE_OPTIONS, ...cursor.spanFrom(first.from) }
}

export function readName(cursor: TokenCursor, what: string, expected: Expected): Written {
  const { kind, text, word, from, to } = cursor.peek()
  const isName = kind === 'quoted' || (word !== undefined && !JOINTS.has(word))
  if (!isName || text === '') cursor.expect(what, expected)
  cursor.take()
  return { text, from, to }
}

function readOperator(cursor: TokenCursor, variable: string): WrittenOperator {
  const { kind, text } = cursor.peek()
  const sign = kind === 'sign' ? SIGNS[text] : undefined
  if (sign !== undefined) {
    cursor.take()
    return sign
  }
  const named = WORDS.find(([words]) => cursor.takes(...words))
  return named?.[1] ?? cursor.expect('An operator, such as =,', { kind: 'operator', variable })
}

function readValues(cursor: TokenCursor, variable: string, operator: Operator): Written[] {
  const one = () => readValue(cursor, { kind: 'value', variable, operator })
  switch (valueCount(operator)) {
    case 'none':
      return []
    case 'any':
      return cursor.list(one)
    case 'two': {
      const low = one()
      cursor.require('and')
      return [low, one()]
    }
    case 'one':
      if (cursor.isSign('(')) cursor.refuse('Several values are written with “in”: in (1, 2).')
      return [one()]
  }
}

export function readValue(cursor: TokenCursor, expected: Expected): Written {
  const { kind, text, word, from, to } = cursor.peek()
  const next = cursor.peek(1).kind
  if (cursor.isWord('code') && (next === 'quoted' || next === 'word')) {
    cursor.take()
    const code = cursor.take()
    return { text: code.text, isCode: true, from, to: code.to }
  }
  const isPattern = kind === 'pattern' && expected.kind === 'value' && /REGEX/.test(expected.operator)
  if (kind === 'pattern' && !isPattern) cursor.refuse('A pattern between slashes is compared with ~ or !~.')
  const isValue = kind === 'quoted' || isPattern || (word !== undefined && !JOINTS.has(word))
  if (!isValue) cursor.expect('A value', expected)
  cursor.take()
  return { text, from, to }
}
