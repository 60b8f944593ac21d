import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { STUDY_LENGTH_MAX } from '#domain/limits.ts'
import { parseStudy } from '#domain/study/parse-study.ts'
import { resolveDeclaration } from '#domain/study/resolve-study.ts'
import { orderStudy } from '#domain/study/study-order.ts'
import { STUDY_LOOKUP } from '#tests/support/study-lookup.ts'

/** The problems of a text by line and character, with the wrong part. */
function problemsOf(text: string): readonly string[] {
  const { declarations, problems } = parseStudy(text)
  const { ordered, problems: ofOrder } = orderStudy(declarations)
  const resolved =
    [...problems, ...ofOrder].length > 0 ? [] : ordered.map((node) => resolveDeclaration(node, STUDY_LOOKUP))
  const ofNames = resolved.flatMap((one) => ('problems' in one ? one.problems : []))
  return [...problems, ...ofOrder, ...ofNames].map(({ from, to, message }) => {
    const lines = text.slice(0, from).split('\n')
    return `${lines.length}:${(lines.at(-1) ?? '').length + 1} [${text.slice(from, to)}] ${message}`
  })
}

const WORDS = '“cohort”, “variable”, “score”, “set”, “download”, “release”'

test.each([
  ['cohor "A" = SEX = 1', [`1:1 [cohor] ${WORDS} is expected here, not “cohor”.`]],
  ['cohort = SEX = 1', ['1:8 [=] The name of a cohort is expected here, not “=”.']],
  ['cohort A SEX = 1', ['1:10 [SEX] “=” is expected here, not “SEX”.']],
  [
    'cohort A = SEX = 1 AGE = 3',
    ['1:20 [AGE] “and”, “or”, “in”, “description” or the next declaration is expected here, not “AGE”.'],
  ],
  ['cohort A = SEX = 1 description B', ['1:32 [B] A text in quotation marks is expected here, not “B”.']],
  ['cohort A = union of (Controls)', ['1:21 [(] Two cohorts are joined: union of ("A", "B").']],
  ['cohort A = pedigrees with 2 affected', ['1:27 [2] “at least”, “at most” or “exactly” is expected here, not “2”.']],
  ['variable A = recod AGE', ['1:14 [recod] “recode”, “combine”, “from” is expected here, not “recod”.']],
  ['variable A = recode AGE, SEX { a: 1 }', ['1:26 [SEX] One variable is recoded; several are written with “from”.']],
  ['variable A = recode AGE { a:1 }', ['1:27 [a:1] A blank follows the colon: a: 1.']],
  ['variable A = recode AGE { a: 1 b: 2 }', ['1:32 [b] A semicolon or “}” is expected here, not “b”.']],
  ['variable A = recode AGE { a: else; else: a }', ['1:36 [else] One value is the default.']],
  ['variable A = recode AGE { a: 1; else: c }', ['1:39 [c] The default is one of the values: a.']],
  [
    'variable A = from SEX { a: AGE = 1; b: else }',
    ['1:28 [AGE = 1] AGE is not among the variables: write it before the brackets.'],
  ],
  [
    'variable A = from SEX { a: not SEX = 1; b: else }',
    ['1:28 [not SEX = 1] A value is defined by conditions, joined by “and” and “or”.'],
  ],
  ['release "1"\nrelease "2"\nset A = AGEE', ['2:1 [release "2"] A study file names one release.']],
  ['release "1" "2"', ['1:13 ["2"] The next declaration is expected here, not “2”.']],
  ['score A = SUM(AGE', ['1:18 [] A comma or a closing bracket is missing.']],
  ['score A = SUM(AGE1..SEX2)', ['1:15 [] AGE1..SEX2: both names end with a number, and are equal before it.']],
  ['set A = AGE, AGEE', ['1:14 [AGEE] AGEE: did you mean AGE?']],
  ['set A = all of form "LDI 3.2"', ['1:21 ["LDI 3.2"] LDI 3.2: did you mean LDI 3.1?']],
  ['set A = Q3..Q1', ['1:9 [Q3..Q1] Q3..Q1: the first number is the smaller one.']],
  ['download Control Core', ['1:10 [Control] Control: did you mean Controls?']],
  ['download Controls Core as zip', ['1:27 [zip] “csv” or “bundle” is expected here, not “zip”.']],
  ['set A = AGE\ncohort "A" = SEX = 1\nset a = SEX', ['3:5 [a] “a” is declared twice.']],
  [
    'cohort A = in B\ncohort B = SEX = 1 in C\ncohort C = in A',
    ['3:8 [C] A definition cannot be built on itself: A → B → C → A.'],
  ],
  [
    'set = A\n  or more\ncohort "A" = "\n\nset B = AGE\nscore X =',
    [
      '1:5 [=] The name of a variable set is expected here, not “=”.',
      '3:14 ["\n\nset B = AGE\nscore X =] The closing quotation mark is missing.',
      '6:10 [] A number, a variable or a function is missing.',
    ],
  ],
] as const)('%s', (text, problems) => {
  expect(problemsOf(text)).toEqual(problems)
})

test('declarations are ordered by their references', () => {
  const text =
    'set S = BAND\ncohort A = in B and BAND = 1\ncohort B = SEX = 1\nvariable BAND = recode AGE { a: 1; b: else }'
  const { ordered } = orderStudy(parseStudy(text).declarations)
  expect(ordered.map((node) => (node.kind === 'download' ? '' : node.name.text))).toEqual(['BAND', 'S', 'B', 'A'])
})

test('a file names the release that it was written on, anywhere', () => {
  expect(parseStudy('set S = SEX\n\nrelease "2026.1"\ncohort A = SEX = 1')).toMatchObject({
    declarations: [{ kind: 'set' }, { kind: 'cohort' }],
    release: { text: '2026.1' },
    problems: [],
  })
  expect(parseStudy('set release = RELEASE').release).toBeNull()
})

const PARTS = [
  'release',
  'cohort',
  'variable',
  'score',
  'set',
  'download',
  'description',
  'recode',
  'combine',
  'from',
  'else',
  'in',
  'pedigrees with at least 2 affected where',
  'union of (',
  'all of form',
  'as',
  'SEX',
  '"',
  "'",
  '/',
  '#',
  '..',
  '{',
  '}',
  '(',
  ')',
  ':',
  ';',
  ',',
  '=',
  '<',
  '\n',
  ' ',
  '1',
  'SUM(',
  'if at least',
  'and',
  'not',
  '\\',
  '~',
  'é',
]

test('no text makes the parser throw', () => {
  const text = fc.oneof(
    fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }).map((parts) => parts.join(' ')),
    fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(text, (written) => {
      const { declarations, problems } = parseStudy(written)
      for (const { from, to } of problems) expect(from <= to && to <= written.length).toBe(true)
      for (const node of orderStudy(declarations).ordered) resolveDeclaration(node, STUDY_LOOKUP)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  'cohort "A" = SEX = 1\n',
  'cohort "A" = (',
  'score X = (\n',
  'score X = "\n',
  'cohort A = "\n',
  'set A = X, ',
  '\n#',
  'X..9999999',
  '(',
  'not ',
  'variable X = recode AGE { a: 1; ',
  '\nset A =\n',
])('a megabyte of “%s” is parsed in a second', (part) => {
  const text = part.repeat(Math.floor(STUDY_LENGTH_MAX / part.length))
  const start = performance.now()
  orderStudy(parseStudy(text).declarations)
  expect(performance.now() - start).toBeLessThan(1_000)
})

test('a longer text is refused', () => {
  expect(parseStudy(' '.repeat(STUDY_LENGTH_MAX + 1)).problems).toMatchObject([
    { message: 'A study file has at most 1,000,000 characters.' },
  ])
})
