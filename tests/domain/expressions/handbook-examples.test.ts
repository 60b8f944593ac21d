import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { printExpression } from '#domain/expressions/print-expression.ts'
import { rulesOfExpression } from '#domain/expressions/resolve-expression.ts'
import { EXAMPLE_LOOKUP } from '#tests/support/expression-lookup.ts'

const page = readFileSync('src/guide/handbook/expressions.md', 'utf8')
const examples = [...page.matchAll(/^```text\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
  block.trim().split('\n\n'),
)

test('finds the examples of the handbook', () => {
  expect(examples.length).toBeGreaterThan(15)
})

test.each(examples)('%s', (example) => {
  const resolved = rulesOfExpression(example, EXAMPLE_LOOKUP)
  expect('problems' in resolved ? resolved.problems : []).toEqual([])
  const canonical = 'top' in resolved ? printExpression(resolved.top, EXAMPLE_LOOKUP) : ''
  expect(rulesOfExpression(canonical, EXAMPLE_LOOKUP)).toEqual(resolved)
})
