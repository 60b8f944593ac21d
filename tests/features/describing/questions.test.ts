import { expect, test } from 'vitest'
import type { Variable } from '#contract/shapes/entities.ts'
import type { DataType } from '#domain/data-types.ts'
import { describedOf } from '#features/describing/description.ts'
import { linesOf, textsOf, versionNotesOf } from '#features/describing/lines.ts'
import { joinVersions } from '#features/describing/questions.ts'
import { madeVariable } from '#tests/support/made-variable.ts'

function variable(
  variableName: string,
  version: string,
  meaning: string,
  dataType: DataType = 'categorical',
): Variable {
  return {
    ...madeVariable(variableName, meaning === '' ? [] : ['1'], dataType),
    question: 'Mood?',
    valueMapping: { '1': meaning },
    contributors: [
      { variableName, section: 'MANIA', instrument: 'DIGS', version, tocPage: '', item: '', pdfFile: '', pdfPage: '' },
    ],
  }
}

test('joins the versions of a question at the place of the first, newest first', () => {
  const variables = [
    variable('OLD', '2.0', 'Yes'),
    { ...madeVariable('OTHER', []), question: 'Mood?' },
    variable('TENTH', '10.0', 'Yes'),
    variable('NINTH', '9.0', 'yes'),
    variable('NUMBER', '9.0', '', 'numberrange'),
  ]
  const names = ['OLD', 'UNKNOWN', 'OTHER', 'TENTH', 'NUMBER', 'NINTH']
  expect(joinVersions(names, variables).questions).toEqual([
    { names: ['TENTH', 'NINTH', 'OLD'], forms: ['DIGS 10.0', 'DIGS 9.0', 'DIGS 2.0'] },
    { names: ['UNKNOWN'], forms: [] },
    { names: ['OTHER'], forms: [] },
    { names: ['NUMBER'], forms: [] },
  ])
})

test('versions whose codes differ in meaning are not joined, with the reason', () => {
  const { questions, apart } = joinVersions(['A', 'B'], [variable('A', '1', 'Yes'), variable('B', '2', 'Never')])
  expect(questions.map(({ names }) => names)).toEqual([['A'], ['B']])
  expect(apart).toEqual(['Code 1 is "Never" in B; "Yes" in A.'])
})

test('a copy names the number of versions of a row, and indents the versions below it', () => {
  const group = {
    answered: 2,
    unknown: 0,
    noRecord: 0,
    notCounted: 0,
    leftOut: [],
    mean: null,
    sd: null,
    quantiles: null,
  }
  const described = (variableName: string, versions: string[] | null) =>
    describedOf({
      variableName,
      versions,
      dataType: 'categorical',
      question: 'Mood?',
      valueMapping: { '1': 'Yes' },
      groups: [{ ...group, categories: [['1', 2]] }],
      overall: null,
      tested: null,
    })
  const asked = { average: 'mean', hasMissing: true, hasIntervals: false, digits: 'bySize' } as const
  const joined = described('NEW', ['NEW', 'OLD'])
  const lines = [
    ...linesOf(joined, asked),
    ...linesOf(described('OLD', null), asked, { fold: 'NEW', form: 'DIGS 2.0' }),
  ]
  const columns = { names: ['A'], sizes: [2], compared: [], hasP: false, hasIntervals: false }
  expect(lines.map((line) => textsOf(line, columns, [])[0])).toEqual([
    'NEW: Mood? (2 versions)',
    '  1 · Yes',
    '  OLD: DIGS 2.0',
    '    1 · Yes',
  ])
  expect(versionNotesOf([joined])[0]).toContain('Joined: NEW with OLD.')
})
