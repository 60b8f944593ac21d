import { readName, readValue } from '#domain/expressions/parse-condition.ts'
import { readEither } from '#domain/expressions/parse-expression.ts'
import type { TokenCursor } from '#domain/expressions/token-cursor.ts'
import type { ExpressionNode, Written } from '#domain/expressions/tree.ts'
import { CONSTRAINT_VALUES_MAX, CUSTOM_VALUES_MAX } from '#domain/limits.ts'
import { formatCount } from '#domain/numbers.ts'
import type { ValueNode, VariableNode } from '#domain/study/study-tree.ts'

/** The values of a custom variable: `{ child: < 13; teen "13 to 17": 13..17; adult: else }`. */
export function readValues(cursor: TokenCursor): Pick<VariableNode, 'values' | 'defaultValue'> {
  cursor.requireSign('{')
  const values: ValueNode[] = []
  let defaultValue: Written | null = null
  while (!cursor.isSign('}')) {
    const { kind, text } = cursor.peek()
    if (kind === 'word' && text.includes(':')) cursor.refuse(`A blank follows the colon: ${text.replace(':', ': ')}.`)
    const isDefault = cursor.isWord('else')
    const name = readName(cursor, 'A value', { kind: 'other' })
    const description = cursor.peek().kind === 'quoted' ? cursor.take().text : ''
    cursor.requireSign(':')
    const isElse = !isDefault && cursor.takes('else')
    if ((isDefault || isElse) && defaultValue !== null) cursor.refuse('One value is the default.', name)
    if (isDefault) defaultValue = readName(cursor, 'A value', { kind: 'other' })
    else {
      if (isElse) defaultValue = name
      const rules = isElse ? null : readRules(cursor)
      if (values.length === CUSTOM_VALUES_MAX) {
        cursor.refuse(`At most ${formatCount(CUSTOM_VALUES_MAX)} values can be given.`, name)
      }
      values.push({ name, description, rules, ...cursor.spanFrom(name.from) })
    }
    if (!cursor.takesSign(';') && !cursor.isSign('}')) cursor.expect('A semicolon or “}”', { kind: 'joint' })
  }
  cursor.requireSign('}')
  return { values, defaultValue }
}

/** The rules of a value; several values of a recode, `1, 2, 3`, are any of them. */
function readRules(cursor: TokenCursor): ExpressionNode {
  const rules = readEither(cursor)
  const isBare = rules.kind === 'condition' && rules.operator === 'EQ' && cursor.subject !== null
  if (!isBare || !cursor.isSign(',')) return rules
  const values = [...rules.values]
  while (cursor.takesSign(',')) {
    if (values.length === CONSTRAINT_VALUES_MAX) cursor.refuse('These are too many values.')
    values.push(readValue(cursor, { kind: 'value', variable: rules.variable.text, operator: 'EQ' }))
  }
  return { ...rules, operator: 'ANYOF', values, ...cursor.spanFrom(rules.from) }
}
