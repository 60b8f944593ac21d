import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExpression } from '#domain/expressions/parse-expression.ts'
import { namesIn, rulesOfExpression } from '#domain/expressions/resolve-expression.ts'
import { EXAMPLE_LOOKUP } from '#tests/support/expression-lookup.ts'

/** The problems of a text: the wrong part and the message. */
function problemsOf(text: string): readonly string[] {
  const resolved = rulesOfExpression(text, EXAMPLE_LOOKUP)
  return 'top' in resolved
    ? []
    : resolved.problems.map(({ from, to, message }) => `[${text.slice(from, to)}] ${message}`)
}

test.each([
  ['', '[] A variable is missing.'],
  ['SEX', '[] An operator, such as =, is missing.'],
  ['SEX =', '[] A value is missing.'],
  ['SEX = and AGE > 5', '[and] A value is expected here, not “and”.'],
  ['SEX = 1 AGE > 5', '[AGE] “and”, “or” or the end is expected here, not “AGE”.'],
  ['(SEX = 1', '[] A closing bracket, “and” or “or” is missing.'],
  ['SEX in (1', '[] A comma or a closing bracket is missing.'],
  ['AGE between 1', '[] “and” is missing.'],
  ['SEX = (1, 2)', '[(] Several values are written with “in”: in (1, 2).'],
  ['SEX = /a/', '[/a/] A pattern between slashes is compared with ~ or !~.'],
  ['DRUG ~ /a', '[/a] The slash that ends the pattern is missing.'],
  ['DRUG = "a', '["a] The closing quotation mark is missing.'],
  ['SEX = 1 ; AGE = 2', '[;] “and”, “or” or the end is expected here, not “;”.'],
  ['at most 2 of (SEX = 1)', '[of] Rules are counted with “at least”; “at most” and “exactly” count relatives.'],
  [
    'at least 2 cousins where (SEX = 1)',
    '[cousins] “of” or relatives, such as siblings, is expected here, not “cousins”.',
  ],
  ['mother where SEX = 1', '[SEX] An opening bracket is expected here, not “SEX”.'],
  ['SEX = 1 unknown counts as maybe', '[maybe] “yes” or “no” is expected here, not “maybe”.'],
  ['MOOD_HIG_EVER = 1', '[MOOD_HIG_EVER] MOOD_HIG_EVER: did you mean MOOD_HIGH_EVER?'],
  ['high = 1', '[high] high: did you mean MOOD_HIGH_EVER?'],
  ['HEIGHT > 3', '[HEIGHT] There is no variable named “HEIGHT”.'],
  ['in "High mod"', '["High mod"] High mod: did you mean High mood?'],
  ['in Others', '[Others] There is no cohort named “Others”.'],
  ['SEX = Femal', '[Femal] SEX has no value “Femal”: did you mean Female?'],
  ['SEX = x', '[x] SEX has no value “x”: its values are Male, Female.'],
  ['collection = cc', '[cc] Collection has no value “cc”: its values are Bipolar, Schizophrenia, Autism.'],
  ['AGE = old', '[old] Value must be a number.'],
  ['SEX > 1', '[SEX > 1] A categorical variable cannot be compared with "is greater than".'],
  ['SEX = 1 off', '[SEX = 1 off] At least one rule is required.'],
  [
    'at least 3 of (SEX = 1, AGE > 2)',
    '[at least 3 of (SEX = 1, AGE > 2)] The number of "at least" must be from 1 to the number of rules of its group.',
  ],
])('%s', (text, problem) => {
  expect(problemsOf(text)).toEqual([problem])
})

test('all names and values that are not known are reported', () => {
  expect(problemsOf('HEIGHT = 1 and AGE = x and in Control')).toEqual([
    '[HEIGHT] There is no variable named “HEIGHT”.',
    '[x] Value must be a number.',
    '[Control] Control: did you mean Controls?',
  ])
})

test('lists the names that an expression needs', () => {
  const parsed = parseExpression('a = 1 and (b = 2 or not any version of c = 3) and "a" = 2 and in D')
  expect('node' in parsed && namesIn(parsed.node)).toEqual({
    variables: ['a', 'b', 'c'],
    versionsOf: ['c'],
    hasStrata: false,
  })
})

const PIECES = ['SEX', '=', '1', ' ', '(', ')', 'and', 'or', 'not', '"', '/', '\\', 'in', ',', 'at least', '2', 'of', '#', '\n', 'where', 'unknown counts as', 'no', 'off', 'siblings', 'code', '~', '’', '\uD800'] // prettier-ignore

test('no text makes it throw, and problems stand in the text', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(' ')),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join('')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const resolved = rulesOfExpression(text, EXAMPLE_LOOKUP)
      const spans = 'top' in resolved ? [] : resolved.problems
      for (const { from, to } of spans) expect(0 <= from && from <= to && to <= text.length).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})

const MEGABYTE = 1_000_000

const VALUES = `SEX in (${'1, '.repeat(999)}1) or `

test.each([
  'SEX = 1 and ',
  'SEX in (1, 2) or (AGE > 5) and ',
  'X = 1, ',
  'at least 2 of (',
  '(',
  'not ',
  '"',
  '"a\\',
  '/a\\',
  'a.',
  'a-',
  '1',
  '#',
  ' ',
  'é\u0301',
  VALUES,
])('a megabyte of "%s" takes less than a second', (piece) => {
  const text = piece.repeat(MEGABYTE / piece.length)
  const begun = process.cpuUsage()
  parseExpression(text)
  expect(process.cpuUsage(begun).user).toBeLessThan(1_000_000)
})
