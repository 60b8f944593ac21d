import { expect, test } from 'vitest'
import { Cohort, Variable, VariableSet } from '#contract/shapes/shapes.ts'
import { explorerRows, isComparable, type ProjectContents } from '#features/explorer/explorer-rows.ts'
import { entityOf } from '#tests/support/entity-of.ts'

const CONTENTS = {
  cohorts: [
    entityOf(Cohort, { cohortId: 1, name: 'All Individuals', constraintType: null, rowCount: 100 }),
    entityOf(Cohort, { cohortId: 2, name: 'Adults', constraintType: 'GE', parentId: 1, rowCount: 60 }),
    entityOf(Cohort, { cohortId: 3, name: 'Low mood', constraintType: 'EQ', parentId: 2, rowCount: null }),
  ],
  customVariables: [entityOf(Variable, { variableName: 'AGE_GROUP', observations: 90 })],
  variableSets: [entityOf(VariableSet, { variableSetId: 7, name: 'Mood', variables: ['A', 'B'] })],
} satisfies ProjectContents
const EMPTY: ProjectContents = {
  cohorts: CONTENTS.cohorts.slice(0, 1),
  customVariables: [],
  variableSets: [],
}

function shown(contents: ProjectContents, { collapsed = [] as readonly string[], search = '' } = {}) {
  return explorerRows(contents, { collapsed: new Set(collapsed), search }).map(
    ({ level, title, detail }) => `${'  '.repeat(level - 1)}${title}${detail && `: ${detail}`}`,
  )
}

test('lists cohorts by lineage with sizes, custom variables and variable sets', () => {
  expect(shown(CONTENTS)).toEqual([
    'Cohorts',
    '  All Individuals: 100',
    '    Adults: 60',
    '      Low mood: hidden',
    'Custom variables',
    '  AGE_GROUP: 90',
    'Variable sets',
    '  Mood: 2',
  ])
})

test('says which lists failed to load, and shows the others', () => {
  expect(shown({ ...CONTENTS, customVariables: null })).toEqual([
    'Cohorts',
    '  All Individuals: 100',
    '    Adults: 60',
    '      Low mood: hidden',
    'Custom variables: not loaded',
    'Variable sets',
    '  Mood: 2',
  ])
})

test('says which groups are empty', () => {
  expect(shown(EMPTY)).toEqual(['Cohorts', '  All Individuals: 100', 'Custom variables: none', 'Variable sets: none'])
})

test('collapses groups and cohorts', () => {
  expect(shown(CONTENTS, { collapsed: ['2', 'custom-variables', 'variable-sets'] })).toEqual([
    'Cohorts',
    '  All Individuals: 100',
    '    Adults: 60',
    'Custom variables',
    'Variable sets',
  ])
})

test('a filter keeps matches with their ancestors, even in collapsed groups', () => {
  const collapsed = ['cohorts', '2', 'variable-sets']
  expect(shown(CONTENTS, { collapsed, search: 'MOOD' })).toEqual([
    'Cohorts',
    '  All Individuals: 100',
    '    Adults: 60',
    '      Low mood: hidden',
    'Variable sets',
    '  Mood: 2',
  ])
  expect(shown(CONTENTS, { search: 'nothing like it' })).toEqual([])
})

test('positions count the visible siblings', () => {
  const rows = explorerRows(CONTENTS, { collapsed: new Set(), search: 'mood' })
  const headings = rows.filter(({ level }) => level === 1)
  expect(headings.map(({ position, setSize }) => [position, setSize])).toEqual([
    [1, 2],
    [2, 2],
  ])
})

test('offers each cohort once for a comparison, and no heading', () => {
  const rows = explorerRows(CONTENTS, { collapsed: new Set(), search: '' })
  expect(rows.filter(isComparable).map(({ title }) => title)).toEqual(['All Individuals', 'Adults', 'Low mood'])
})
