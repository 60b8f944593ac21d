import { expect, test } from 'vitest'
import { describedDiagnosis, describedOf } from '#features/describing/description.ts'
import {
  headersOf,
  largestWords,
  leftOutWords,
  linesOf,
  type LinesAsked,
  textsOf,
  withoutDataWords,
} from '#features/describing/lines.ts'
import { diagnosisNotesOf, noteNumber, notesOf, testNotesOf } from '#features/describing/notes.ts'

function answers(a: number, b: number) {
  return {
    answered: a + b,
    unknown: 1,
    noRecord: 0,
    notCounted: 0,
    leftOut: [],
    categories: [
      ['a', a],
      ['b', b],
    ] as [string, number][],
    mean: null,
    sd: null,
    quantiles: null,
  }
}

const ASKED: LinesAsked = {
  average: 'mean',
  hasMissing: false,
  hasIntervals: false,
  digits: 'bySize',
  hasCodes: false,
  isYesOnly: false,
  unfolded: [],
}

test('the whole cohort is the last column of a description by a variable, without a difference', () => {
  const variable = {
    variableName: 'ITEM',
    versions: null,
    dataType: 'categorical',
    question: '',
    valueMapping: {},
    groups: [answers(1, 3), answers(2, 2)],
    overall: answers(5, 15),
    tested: null,
  }
  const described = describedOf(variable)
  expect(described.differences).toHaveLength(1)
  const lines = linesOf(described, { ...ASKED, hasMissing: true })
  expect(lines.map(({ cells }) => cells)).toEqual([
    ['n = 4', 'n = 4', 'n = 20'],
    ['1 (25.0%)', '2 (50.0%)', '5 (25.0%)'],
    ['3 (75.0%)', '2 (50.0%)', '15 (75.0%)'],
    ['1 (20.0%)', '1 (20.0%)', '1 (4.8%)'],
  ])
})

test('names the members that are in no column', () => {
  expect(leftOutWords({ size: 4098, unknown: 1200, noRecord: 408, other: 0 }, 'SEX')).toBe(
    '1,608 of 4,098 members (39.2%) are in no column by SEX: 1,200 unknown, 408 no record. Overall counts them.',
  )
  expect(leftOutWords({ size: 4098, unknown: 0, noRecord: 0, other: 0 }, 'SEX')).toBeNull()
})

test('says how many individuals of a column are relatives without data', () => {
  expect(withoutDataWords('Overall', 5323, 754)).toBe('Overall: N = 5,323, of them 754 relatives without data.')
  expect([withoutDataWords('Men', 1116, 0), withoutDataWords('Men', null, null)]).toEqual([null, null])
})

test('relatives are not tested, which a note says; one of each family is, with the number of individuals beside p', () => {
  const tested = {
    p: null,
    test: '',
    because: 'Relatives are not independent.',
    relatedFamilies: 106,
    families: 3992,
  }
  const variable = {
    variableName: 'ITEM',
    versions: null,
    dataType: 'categorical',
    question: '',
    valueMapping: {},
    groups: [answers(1, 3), answers(2, 2)],
    overall: null,
    tested,
  }
  const asked = ASKED
  const columns = { names: ['A', 'B'], sizes: [4, 4], compared: ['B'], hasP: true, hasIntervals: false }
  const withheld = linesOf(describedOf(variable), asked)
  const pCells = (lines: typeof withheld) => lines.map((line) => textsOf(line, columns, testNotesOf(lines)).slice(-3))
  expect(pCells(withheld)).toEqual([
    ['–', '', '1'],
    ['', '', ''],
    ['', '', ''],
  ])
  expect(notesOf(withheld).at(-1)).toMatch(/^¹ Not tested\. .*relatives are not independent/)
  const drawn = linesOf(
    describedOf({ ...variable, tested: { ...tested, p: 0.04, test: 'χ² test', because: '' } }),
    asked,
  )
  expect(pCells(drawn)[0]).toEqual(['0.040', '3,992', '1'])
  expect(notesOf(drawn).at(-1)).toBe(
    'p and n tested: one individual of each family, drawn at random (seed 1). The other columns: all individuals.',
  )
})

test('each row names its test by the number of a note', () => {
  const lineOf = (variableName: string, tested: { p: number | null; test: string; because: string }) =>
    linesOf(
      describedOf({
        variableName,
        versions: null,
        dataType: 'categorical',
        question: '',
        valueMapping: {},
        groups: [answers(1, 3), answers(2, 2)],
        overall: null,
        tested: { ...tested, relatedFamilies: 0, families: 8 },
      }),
      ASKED,
    )[0]
  const lines = [
    lineOf('A', { p: 0.2, test: 'χ² test', because: '' }),
    lineOf('B', { p: 0.3, test: 'Fisher’s exact test', because: '' }),
    lineOf('C', { p: 0.4, test: 'χ² test', because: '' }),
    lineOf('D', { p: null, test: '', because: 'An expected count is below 5.' }),
  ].filter((line) => line !== undefined)
  const testNotes = testNotesOf(lines)
  expect(lines.map((line) => noteNumber(line, testNotes))).toEqual(['1', '2', '1', '3'])
  expect(notesOf(lines)).toEqual([
    expect.stringMatching(/^SMD: .* without a sign\.$/),
    '¹ χ² test, without correction for multiple tests.',
    '² Fisher’s exact test, without correction for multiple tests.',
    '³ Not tested. An expected count is below 5.',
  ])
})

const NUMBERS = {
  variableName: 'AGE',
  versions: null,
  dataType: 'numberrange',
  question: '',
  valueMapping: {},
  overall: null,
  tested: null,
}
const numbers = (answered: number, mean: number, sd: number, unknown: number | null) => ({
  ...answers(0, 0),
  answered,
  categories: null,
  mean,
  sd,
  unknown,
  noRecord: 4,
})

test('missing answers are one row with their share of the column, which opens by reason; a suppressed part hides the sum', () => {
  const described = describedOf({ ...NUMBERS, groups: [numbers(10, 40, 5, 6), numbers(10, 40, 5, null)] })
  const rowsWith = (unfolded: readonly string[]) =>
    linesOf(described, { ...ASKED, hasMissing: true, unfolded })
      .slice(1)
      .map(({ label, cells, fold }) => [label, cells, fold])
  const missing = ['Missing', ['10 (50.0%)', 'hidden'], 'AGE missing']
  expect(rowsWith([])).toEqual([missing])
  expect(rowsWith(['AGE missing'])).toEqual([
    missing,
    ['No answer', ['6 (30.0%)', 'hidden'], 'AGE missing'],
    ['No form', ['4 (20.0%)', '4'], 'AGE missing'],
  ])
})

const YES_NO = {
  ...NUMBERS,
  variableName: 'LOW',
  dataType: 'categorical',
  question: 'Ever had|a low mood?',
  valueMapping: { a: 'Yes', b: 'No' },
  groups: [answers(1, 3)],
}

test('rows say the question and the meanings of values, with names and codes on request', () => {
  const labels = (asked: Partial<LinesAsked>) =>
    linesOf(describedOf(YES_NO), { ...ASKED, ...asked }).map(({ label, detail }) => [label, detail])
  expect(labels({})).toEqual([
    ['Ever had a low mood?', ''],
    ['Yes', ''],
    ['No', ''],
  ])
  expect(labels({ hasCodes: true })).toEqual([
    ['LOW', 'Ever had a low mood?'],
    ['a · Yes', ''],
    ['b · No', ''],
  ])
})

test('the row of a number names the form of its figures', () => {
  const labelOf = (question: string, asked: Partial<LinesAsked> = {}) => {
    const [row] = linesOf(describedOf({ ...NUMBERS, question, groups: [numbers(10, 40, 5, 0)] }), {
      ...ASKED,
      ...asked,
    })
    return [row?.label, row?.detail]
  }
  expect(labelOf('Age in years')).toEqual(['Age in years, mean (SD)', ''])
  expect(labelOf('How old are you?')).toEqual(['How old are you? mean (SD)', ''])
  expect(labelOf('Age in years', { average: 'median' })).toEqual(['Age in years, median (IQR)', ''])
  expect(labelOf('Age in years', { hasIntervals: true })).toEqual(['Age in years, mean (SD) [95% CI]', ''])
  expect(labelOf('Age in years', { hasCodes: true })).toEqual(['AGE', 'Age in years, mean (SD)'])
  expect(labelOf('')).toEqual(['AGE, mean (SD)', ''])
})

test('a question with the answers yes and no is one row on request, others are not', () => {
  const rows = (valueMapping: Record<string, string>) =>
    linesOf(describedOf({ ...YES_NO, valueMapping }), { ...ASKED, isYesOnly: true }).map(({ label, cells }) => [
      label,
      ...cells,
    ])
  expect(rows(YES_NO.valueMapping)).toEqual([['Ever had a low mood?: Yes', '1 (25.0%)']])
  expect(rows({ a: 'Often', b: 'Seldom' })).toHaveLength(3)
})

test('confidence intervals and decimals as asked', () => {
  const wordsOf = (asked: Partial<LinesAsked>) =>
    linesOf(describedOf({ ...NUMBERS, groups: [numbers(10, 40, 5, 0)] }), { ...ASKED, ...asked })[0]?.cells
  expect(wordsOf({})).toEqual(['40.0 (5.0)'])
  // t of 9 degrees is 2.262.
  expect(wordsOf({ hasIntervals: true })).toEqual(['40.0 (5.0) [36.4, 43.6]'])
  expect(wordsOf({ digits: '2' })).toEqual(['40.00 (5.00)'])
  const shares = describedOf({ ...NUMBERS, dataType: 'categorical', groups: [answers(1, 9)] })
  // Wilson's interval of 1 in 10.
  expect(linesOf(shares, { ...ASKED, hasIntervals: true })[1]?.cells).toEqual(['1 (10.0%) [1.8, 40.4]'])
})

test('one column has the largest difference with the name of its column, and each head its number', () => {
  const differences = [{ value: 0.1 }, { value: -0.4 }, { because: 'None.' }]
  expect(largestWords({ differences, isSigned: true }, ['B', 'C', 'D'])).toBe('−0.400 (C)')
  expect(largestWords({ differences: [{ value: -0.4 }], isSigned: true }, ['B'])).toBe('−0.400')
  expect(largestWords({ differences: [{ value: 0.4 }], isSigned: true }, ['B'])).toBe('+0.400')
  expect(largestWords({ differences: [{ value: 0.4 }], isSigned: false }, ['B'])).toBe('0.400')
  expect(
    headersOf({ names: ['A', 'B'], sizes: [1200, null], compared: ['B'], hasP: false, hasIntervals: false }),
  ).toEqual(['Variable', 'A (N = 1,200)', 'B (N = hidden)', 'SMD'])
})

test('the recorded diagnosis is a row of its own, whose missing ones have no reasons', () => {
  const groups = [answers(1, 3), answers(2, 2)]
  const lines = linesOf(describedDiagnosis(groups), { ...ASKED, hasMissing: true, unfolded: ['dx_nimh missing'] })
  expect(lines.map((line) => [line.label, ...line.cells])).toEqual([
    ['Diagnosis', 'n = 4', 'n = 4'],
    ['a', '1 (25.0%)', '2 (50.0%)'],
    ['b', '3 (75.0%)', '2 (50.0%)'],
    ['Missing', '1 (20.0%)', '1 (20.0%)'],
  ])
  expect(lines.every(({ fold }) => fold === null)).toBe(true)
  expect(diagnosisNotesOf({ groups, uncounted: [] }, ['A', 'B'])[0]).toContain('(dx_nimh)')
  expect(diagnosisNotesOf({ groups, uncounted: [1] }, ['A', 'B'])).toEqual([
    'No row of diagnoses: pedigree sets are counted by collection only (“B”).',
  ])
  expect(diagnosisNotesOf({ groups: [], uncounted: [] }, [])).toEqual([])
})
