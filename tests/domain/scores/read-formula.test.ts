import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formulaText, type Formula } from '#domain/scores/formula.ts'
import { FORMULA_LEVELS_MAX, readFormula } from '#domain/scores/read-formula.ts'
import { arbitraryFormula } from '#tests/support/arbitrary-formula.ts'

const NAMES = ['AGE', 'B_2', '_X', 'SUM', 'COUNT', 'AT', 'LEAST', 'IF', 'E1']
const anyFormula = arbitraryFormula({
  number: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  numeric: NAMES,
  dates: NAMES,
  counted: fc.record({
    variables: fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }),
    condition: fc.record({
      operator: fc.constantFrom('EQ', 'NEQ', 'LT', 'LTE', 'GT', 'GTE'),
      values: fc.tuple(fc.oneof(fc.constantFrom('1', '-2', "it's", "''", ' ', 'Ä', '; at least 1'), fc.string())),
    }),
  }),
})

function read(text: string): Formula {
  const result = readFormula(text)
  if ('fault' in result) throw new Error(`${text}: ${result.fault.message}`)
  return result.formula
}

test('the text of a formula reads as the same formula', () => {
  fc.assert(
    fc.property(anyFormula, (formula) => {
      expect(read(formulaText(formula))).toEqual(formula)
    }),
    { numRuns: 1_000 },
  )
})

test('any text gives a formula or an error within the text', () => {
  const piece = fc.constantFrom(
    'A',
    '1',
    '+',
    '-',
    '(',
    ')',
    ',',
    ';',
    "'",
    "'x'",
    'IF(',
    'SUM(',
    'COUNT(',
    '%',
    ' ',
    '=',
    '≤',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.array(piece).map((pieces) => pieces.join('')),
      ),
      (text) => {
        const result = readFormula(text)
        if (!('fault' in result)) return
        expect(result.fault.message).not.toBe('')
        expect(result.fault.offset).toBeGreaterThanOrEqual(0)
        expect(result.fault.offset).toBeLessThanOrEqual(text.length)
      },
    ),
    { numRuns: 2_000 },
  )
})

const grouped = ({ kind, ...formula }: Formula): unknown =>
  kind === 'arithmetic' && 'left' in formula
    ? `(${String(grouped(formula.left))}${formula.sign}${String(grouped(formula.right))})`
    : kind === 'negative' && 'operand' in formula
      ? `-${String(grouped(formula.operand))}`
      : kind === 'variable' && 'variable' in formula
        ? formula.variable
        : 'value' in formula
          ? formula.value
          : kind

test.each([
  ['a + b * c', '(A+(B*C))'],
  ['a * b + c', '((A*B)+C)'],
  ['a - b - c', '((A-B)-C)'],
  ['a / b / c', '((A/B)/C)'],
  ['a / b * c', '((A/B)*C)'],
  ['a - (b - c)', '(A-(B-C))'],
  ['(a + b) * c', '((A+B)*C)'],
  ['-a + b', '(-A+B)'],
  ['-a * b', '(-A*B)'],
  ['a - -b', '(A--B)'],
  ['a*-1', '(A*-1)'],
])('%s is read as %s', (text, expected) => {
  expect(grouped(read(text))).toBe(expected)
})

test('functions, names and words ignore case and blanks', () => {
  expect(read(' sum ( a,B ;AT LEAST 2 )\n')).toEqual(read('SUM(A, B; at least 2)'))
  expect(read('SUM(A, B; 2)')).toEqual(read('SUM(A, B; at least 2)'))
  expect(read("if(a='x',1,2)")).toEqual(read("IF(A = 'x', 1, 2)"))
  expect(read('SUM + COUNT')).toMatchObject({ left: { variable: 'SUM' }, right: { variable: 'COUNT' } })
})

test('a test of a name and a text is a condition, other tests compare numbers', () => {
  expect(read("IF(A = '1', 1, 2)")).toMatchObject({ test: { kind: 'condition', variable: 'A' } })
  expect(read('IF(A = 1, 1, 2)')).toMatchObject({ test: { kind: 'numbers' } })
  expect(read('COUNT(A = -1.5)')).toMatchObject({ condition: { operator: 'EQ', values: ['-1.5'] } })
})

const AT_LEAST = 'A number of items is missing, such as 8 or 80%.'
const VALUE = "A number or a code in quotation marks is missing, such as 1 or 'YES'."
const COMPARISON = 'A comparison is missing, such as = or >=.'

test.each([
  ['', 0, 'A number, a variable or a function is missing.'],
  ['  ', 2, 'A number, a variable or a function is missing.'],
  ['A +', 3, 'A number, a variable or a function is missing.'],
  ['A + * B', 4, 'A number or a variable is needed here.'],
  [')', 0, 'A number or a variable is needed here.'],
  ["'x'", 0, 'A number or a variable is needed here.'],
  ['()', 1, 'A number or a variable is needed here.'],
  ['A B', 2, 'A sign such as + is missing before "B".'],
  ['A = 1', 2, 'A sign such as + is missing before "=".'],
  ['A)', 1, 'A sign such as + is missing before ")".'],
  ['(A', 2, 'A closing bracket is missing.'],
  ['SUM()', 4, 'A number or a variable is needed here.'],
  ['SUM(A B)', 6, 'A comma or a closing bracket is missing.'],
  ['SUM(A', 5, 'A comma or a closing bracket is missing.'],
  ['SUM(A;)', 6, AT_LEAST],
  ['SUM(A; at least)', 15, AT_LEAST],
  ['SUM(A; at least x)', 16, AT_LEAST],
  ['SUM(A; at least 1', 17, 'A closing bracket is missing.'],
  ['YEARS(A)', 7, '"," is missing.'],
  ['YEARS(A, 1)', 9, 'The name of a variable is missing.'],
  ['DAYS(A, B, C)', 9, 'A closing bracket is missing.'],
  ['COUNT(1 = 1)', 6, 'The name of a variable is missing.'],
  ['COUNT(A)', 7, COMPARISON],
  ['COUNT(A + 1)', 8, COMPARISON],
  ['COUNT(A = B)', 10, VALUE],
  ["COUNT(A = -'x')", 11, VALUE],
  ['IF(A, 1, 2)', 4, COMPARISON],
  ['IF(A = 1)', 8, '"," is missing.'],
  ['IF(A = 1, 2)', 11, '"," is missing.'],
  ["IF(A = 'x' + 1, 2, 3)", 11, '"," is missing.'],
  ['foo(A)', 0, 'There is no function FOO: use SUM, MEAN, MIN, MAX, COUNT, YEARS, DAYS or IF.'],
  ['A + #', 4, '"#" cannot be used here.'],
  ["IF(A = 'x, 1, 2)", 7, 'This text has no closing quotation mark.'],
  ['IF(A ≤ 1, B C, 2)', 12, '"," is missing.'],
])('%j is refused at character %i: %s', (text, offset, message) => {
  expect(readFormula(text)).toEqual({ fault: { offset, message } })
})

test.each(['(', '-', 'SUM(', 'IF(', '1/('])(
  '%s can be nested to the limit, and hundreds of times give an error',
  (open) => {
    const tooDeep = `At most ${FORMULA_LEVELS_MAX} levels of brackets can be used.`
    expect(readFormula(open.repeat(450))).toMatchObject({ fault: { message: tooDeep } })
    expect(readFormula(open.repeat(FORMULA_LEVELS_MAX - 1))).not.toMatchObject({ fault: { message: tooDeep } })
  },
)

test('as many brackets beside each other as fit are read', () => {
  expect(read(`${'(A)+'.repeat(300)}B`)).toMatchObject({ kind: 'arithmetic' })
  expect(readFormula(`${'(A)+'.repeat(2_000)}B`)).toMatchObject({
    fault: { offset: 1_500, message: expect.stringContaining('too long') },
  })
  const deep = `${'('.repeat(FORMULA_LEVELS_MAX - 1)}A${')'.repeat(FORMULA_LEVELS_MAX - 1)}`
  expect(read(`${deep} + ${deep}`)).toMatchObject({ left: { variable: 'A' } })
})
