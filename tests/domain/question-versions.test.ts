import { expect, test } from 'vitest'
import type { Variable } from '#contract/shapes/entities.ts'
import type { DataType } from '#domain/data-types.ts'
import { joinsIn, joinsText, joinVersions, otherVersions, separated, versionWords } from '#domain/question-versions.ts'
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

test('separated versions have a row each with its form, newest first at the place of their question', () => {
  const variables = [variable('OLD', '2.0', 'Yes'), variable('NEW', '3.0', 'Yes')]
  expect(separated(joinVersions(['OLD', 'OTHER', 'NEW'], variables)).questions).toEqual([
    { names: ['NEW'], forms: ['DIGS 3.0'] },
    { names: ['OLD'], forms: ['DIGS 2.0'] },
    { names: ['OTHER'], forms: [] },
  ])
})

test.each([
  [1, 1, ''],
  [3, 3, '3 versions'],
  [1, 4, '1 of 4 versions'],
  [2, 4, '2 of 4 versions'],
])('%i of %i versions are “%s”', (used, all, words) => {
  expect(versionWords(used, all)).toBe(words)
})

test('versions whose codes differ in meaning are not joined, with the reason', () => {
  const { questions, apart } = joinVersions(['A', 'B'], [variable('A', '1', 'Yes'), variable('B', '2', 'Never')])
  expect(questions.map(({ names }) => names)).toEqual([['A'], ['B']])
  expect(apart).toEqual(['Code 1 is "Never" in B; "Yes" in A.'])
})

test('chosen versions are joined at the place of their first, though the list has only one of them', () => {
  const elsewhere = { ...variable('ELSEWHERE', '1', 'Yes'), question: 'Low mood?' }
  const variables = [variable('OLD', '1', 'Yes'), variable('NEW', '2', 'Yes'), elsewhere, variable('B', '3', 'Never')]
  const rowsWith = (names: string[], joins: string[][]) => joinVersions(names, variables, joins).questions
  expect(rowsWith(['OTHER', 'OLD'], [['OLD', 'NEW', 'ELSEWHERE']]).map(({ names }) => names)).toEqual([
    ['OTHER'],
    ['NEW', 'OLD', 'ELSEWHERE'],
  ])
  expect(rowsWith(['OTHER'], [['OLD', 'NEW']]).map(({ names }) => names)).toEqual([['OTHER']])
  // Their codes differ in meaning: no row is added for the other version.
  expect(rowsWith(['OLD'], [['OLD', 'B']]).map(({ names }) => names)).toEqual([['OLD']])
  expect(
    joinsIn(
      joinsText([
        ['OLD', 'NEW'],
        ['B', 'C'],
      ]),
    ),
  ).toEqual([
    ['OLD', 'NEW'],
    ['B', 'C'],
  ])
  expect(joinsIn('')).toEqual([])
})

test('a row knows the versions of its question that it lacks', () => {
  const catalog = [
    variable('OLD', '1', 'Yes'),
    variable('NEW', '2', 'Yes'),
    variable('NUMBER', '2', '', 'numberrange'),
    { ...variable('OTHER', '2', 'Yes'), question: 'Age?' },
  ]
  const rows = (names: string[]) => joinVersions(names, catalog).questions
  expect(otherVersions(rows(['OLD', 'OTHER']), catalog)).toEqual(new Map([['OLD', ['NEW']]]))
  expect(otherVersions(rows(['OLD', 'NEW']), catalog)).toEqual(new Map())
})

test('variables without a question, and those of one version, are not joined', () => {
  const blank = (name: string, version: string) => ({ ...variable(name, version, 'Yes'), question: '' })
  const variables = [blank('A', '1'), blank('B', '2'), variable('FIRST', '1', 'Yes'), variable('SECOND', '1', 'Yes')]
  const names = variables.map(({ variableName }) => variableName)
  expect(joinVersions(names, variables).questions.map((one) => one.names)).toEqual(names.map((name) => [name]))
  expect(otherVersions([{ names: ['A'] }, { names: ['FIRST'] }], variables)).toEqual(new Map())
})
