import { describe, expect, test } from 'vitest'
import { countAnswers, DISTINCT_MAX, type CountedAnswers } from '#server/modules/imports/plan/count-answers.ts'
import { inferType } from '#server/modules/imports/plan/infer-type.ts'
import { createAnswerReader } from '#server/modules/imports/plan/plan-variable.ts'
import { undescribed, type ColumnDescription } from '#server/modules/imports/source/source-form.ts'

const repeated = (count: number, text: (index: number) => string) => Array.from({ length: count }, (_, i) => text(i))

function described(changes: Partial<ColumnDescription>): ColumnDescription {
  return { ...undescribed('COLUMN'), ...changes }
}

function counted(answers: readonly string[], description = undescribed('COLUMN')): CountedAnswers {
  const form = {
    file: 'f.tsv',
    instrument: 'f',
    title: 'f',
    isParticipants: false,
    columns: [],
    rows: answers.map((_, offset) => ({ line: offset + 2, individualId: String(offset), offset })),
    cell: (offset: number) => answers[offset] ?? '',
  }
  return countAnswers(form, 0, description)
}

const levels = (...codes: string[]) => new Map(codes.map((code) => [code, `meaning of ${code}`]))

describe('without declared levels', () => {
  test.each([
    [['1', '2.5', '-3'], 'numberrange', 'all answers are numbers'],
    [['2020-01-31', '1999-12-01'], 'date', 'all answers are dates'],
    [['2020-01-31', '1999-12', '1987'], 'fuzzydate', 'all answers are dates, some of them partial'],
    [['1999', '2001'], 'numberrange', 'all answers are numbers'],
    [['a', 'b', 'a', 'b'], 'categorical', '2 distinct among 4 answers'],
    [['a', 'b', 'a'], 'text', '2 distinct among 3 answers'],
    [['a'], 'text', '1 distinct among 1 answer'],
    [repeated(100, (i) => `word ${i % 20}`), 'categorical', '20 distinct among 100 answers'],
    [repeated(100, (i) => `word ${i % 21}`), 'text', '21 distinct texts'],
    [
      ['007', '007', '12', '12'],
      'categorical',
      '2 distinct among 4 answers; not numbers: "007" has leading zeros, so these are codes',
    ],
    [
      ['12345678901234567890', '1'],
      'text',
      '2 distinct among 2 answers; not numbers: "12345678901234567890" has more digits than a number holds, so these are codes',
    ],
    [['1', '2', '1', 'N/A'], 'text', '3 distinct among 4 answers; not numbers: 1 such as "N/A"'],
    [[], 'null', 'no answers'],
    [repeated(DISTINCT_MAX + 5, (i) => `${i}`), 'numberrange', 'all answers are numbers'],
    [
      repeated(DISTINCT_MAX * 2, (i) => `${i < DISTINCT_MAX * 2 - 2 ? i : 'none'}`),
      'text',
      `at least ${DISTINCT_MAX + 1} distinct texts; not numbers: 2 such as "none"`,
    ],
    [
      [...repeated(DISTINCT_MAX, (i) => `${i}`), '007'],
      'text',
      `at least ${DISTINCT_MAX + 1} distinct texts; not numbers: "007" has leading zeros, so these are codes`,
    ],
  ])('%j', (answers, dataType, reason) => {
    expect(inferType(counted(answers), undescribed('COLUMN'))).toEqual({ dataType, reason })
  })

  test('infers a number from a declared range without answers', () => {
    expect(inferType(counted([]), described({ minimum: 0 })).dataType).toBe('numberrange')
  })
})

describe('with declared levels', () => {
  test.each([
    [levels('1', '2'), null, ['1', '1.0', '-9999'], 'categorical', null],
    [levels('1'), null, ['1', '1.0'], 'dichotomous', null],
    [levels('1'), null, [], 'dichotomous', null],
    [levels('1'), null, ['1', '0'], 'categorical', 'one level is declared, but there are other answers'],
    [levels('a', 'b'), ',', ['a,b', 'b'], 'multicategory', null],
    [levels('a;b', 'c'), ',', ['c'], 'categorical', null],
  ])('%j', (declared, delimiter, answers, dataType, reason) => {
    expect(inferType(counted(answers), described({ levels: declared, delimiter }))).toEqual({ dataType, reason })
  })
})

describe('stored values', () => {
  test.each([
    ['numberrange', {}, ['1.0', 'n/a', '', ' -2e3 '], [1, null, null, -2000]],
    ['fuzzydate', {}, ['1987-05', '1987', 'n/a'], ['1987-05-UU', '1987-UU-UU', null]],
    ['categorical', { levels: levels('1', '2') }, ['1.0', ' 2 ', '-9999.0', 'n/a'], ['1', '2', '-9999.0', null]],
    ['dichotomous', { levels: levels('1') }, ['1.0', ''], ['1', null]],
    [
      'multicategory',
      { levels: levels('1', '2', '3'), delimiter: ',' },
      ['3.0, 1', '2,,2', ',', ''],
      ['1;3', '2', null, null],
    ],
    ['text', {}, [' some words ', 'n/a', '007'], ['some words', null, '007']],
    ['null', {}, ['', 'n/a'], [null, null]],
  ] as const)('of a %s column', (dataType, changes, cells, answers) => {
    expect(cells.map(createAnswerReader(dataType, described(changes)))).toEqual(answers)
  })
})
