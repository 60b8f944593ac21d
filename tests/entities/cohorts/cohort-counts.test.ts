import { expect, test } from 'vitest'
import { Cohort, CountRow, PedigreeRow } from '#contract/shapes/shapes.ts'
import { SET_OPERATIONS } from '#domain/cohorts/cohorts.ts'
import { EMPTY_COHORT, hasNoIndividuals, missingForSave } from '#entities/cohorts/building/cohort-draft.ts'
import { dimensionsOf, pivotOf } from '#entities/cohorts/counts/count-pivot.ts'
import { binned, COARSE } from '#entities/cohorts/counts/pedigree-totals.tsx'
import { sizeOfOperation, setSizesOfCohort, sizesOfOverlap } from '#entities/cohorts/pictures/set-sizes.ts'
import { aligned, comparedSummaries } from '#entities/comparing/compared-table.tsx'
import { attritionOf } from '#features/cohorts/lineage/attrition.ts'
import { entityOf } from '#tests/support/entity-of.ts'

const row = (count: number | null, collection: string, dxNimh = '', value: string | null = null) =>
  entityOf(CountRow, { count, collection, dxNimh, value })

const ROWS = [row(5, 'bp', 'x', '10'), row(2, 'bp', 'y', '9'), row(1, 'sz', 'x', '10'), row(null, 'sz', 'y', '9')]

test('sums rows by one dimension and across another, and keeps suppressed counts apart from zero', () => {
  expect(dimensionsOf(ROWS)).toEqual(['value', 'collection', 'dxNimh'])
  expect(pivotOf(ROWS, 'value', 'collection')).toEqual({
    columns: ['bp', 'sz'],
    rows: [
      {
        key: '9',
        total: { count: 2, hidden: 1 },
        cells: [
          { count: 2, hidden: 0 },
          { count: 0, hidden: 1 },
        ],
      },
      {
        key: '10',
        total: { count: 6, hidden: 0 },
        cells: [
          { count: 5, hidden: 0 },
          { count: 1, hidden: 0 },
        ],
      },
    ],
    total: { count: 8, hidden: 1 },
  })
})

test('compares summaries side by side with percentages and differences in percentage points', () => {
  const cell = (count: number | null, share: number | null, difference: number | null) => ({ count, share, difference })
  expect(
    comparedSummaries(
      [
        [row(3, 'bp'), row(1, 'sz')],
        [row(1, 'sz'), row(1, 'au')],
      ],
      'collection',
    ),
  ).toEqual([
    { key: 'au', cells: [cell(0, 0, null), cell(1, 50, 50)] },
    { key: 'bp', cells: [cell(3, 75, null), cell(0, 0, -75)] },
    { key: 'sz', cells: [cell(1, 25, null), cell(1, 50, 25)] },
  ])
  const pedigrees = [entityOf(PedigreeRow, { pedigreeCount: 1, count: 4, affectedCount: 1, collection: 'bp' })]
  expect(comparedSummaries([pedigrees, [row(1, 'bp', 'x')]], 'collection')).toEqual([
    { key: 'bp', cells: [cell(4, 100, null), cell(1, 100, 0)] },
  ])
  // A pedigree cohort without diagnoses: unknown, not zero.
  expect(comparedSummaries([pedigrees, [row(1, 'bp', 'x')]], 'dxNimh')).toEqual([
    { key: 'x', cells: [cell(null, null, null), cell(1, 100, null)] },
  ])
  expect(aligned([new Map([['a', null]]), new Map([['a', 2]])])).toEqual([
    { key: 'a', cells: [cell(null, null, null), cell(2, 100, null)] },
  ])
})

test('counts the members that each lineage step kept, excluded and added', () => {
  const cohort = (cohortId: number, rowCount: number | null, parentId?: number, more: object = {}) =>
    entityOf(Cohort, {
      cohortId,
      name: `C${cohortId}`,
      rowCount,
      constraintType: 'EQ',
      ...(parentId !== undefined && { parentId }),
      ...more,
    })
  const known = [
    cohort(1, 100),
    cohort(2, 40, 1),
    cohort(3, 60, 2, { constraintType: 'UNION' }),
    cohort(4, null, 3),
    cohort(5, 9, 6),
    cohort(6, 9, 5),
    // Smaller than its parent, but with relatives outside of it.
    cohort(7, 30, 2, { constraintType: 'PEDIGREE', kept: 12 }),
    cohort(8, 30, 2, { constraintType: 'PEDIGREE' }),
    // Data were added since.
    cohort(9, 40, 1, { counted: { at: '2024-01-01T00:00:00.000Z', people: 90, isCurrent: false } }),
    cohort(10, 5, 7, { constraintType: 'INTERSECT', secondparentId: 3 }),
  ]
  const steps = (id: number) =>
    attritionOf(known.find(({ cohortId }) => cohortId === id) ?? cohort(0, 0), known).map(
      ({ cohort: { cohortId }, size, movement }) => [
        cohortId,
        size,
        movement && [movement.kept, movement.left, movement.added],
      ],
    )
  expect(steps(4)).toEqual([
    [1, 100, null],
    [2, 40, [40, 60, 0]],
    [3, 60, [40, 0, 20]],
    [4, null, [null, null, null]],
  ])
  expect(steps(7).at(-1)).toEqual([7, 30, [12, 28, 18]])
  expect(steps(8).at(-1)).toEqual([8, 30, [null, null, null]])
  expect(steps(9).at(-1)).toEqual([9, 40, [40, 50, 0]])
  // From the cohort that both arms share.
  expect(steps(10).slice(2)).toEqual([
    [7, 30, [12, 28, 18]],
    [2, 40, null],
    [3, 60, [40, 0, 20]],
    [10, 5, [5, 25, 0]],
  ])
  const both = attritionOf(cohort(10, 5, 7, { constraintType: 'INTERSECT', secondparentId: 3 }), known)
  expect(both.map(({ arm }) => arm)).toEqual(['', '', '', 'C3', 'C3', ''])
  expect(steps(5)).toEqual([
    [6, 9, null],
    [5, 9, [9, 0, 0]],
  ])
})

test('derives the sizes of all three set operations from the overlap of two cohorts', () => {
  const overlap = [
    { members: [7, 8], count: 5, leftOut: [] },
    { members: [7], count: 3, leftOut: [] },
  ]
  const sizes = sizesOfOverlap(overlap, 8, 7)
  expect(sizes).toEqual({ onlyFirst: 0, both: 5, onlySecond: 3 })
  expect(SET_OPERATIONS.map((operation) => sizeOfOperation(sizes, operation))).toEqual([8, 0, 5])
  expect(sizeOfOperation({ onlyFirst: null, both: 5, onlySecond: 3 }, 'UNION')).toBeNull()
})

test('groups the families of an overview in at most ten bars', () => {
  const all = Array.from({ length: 60 }, (_, place) => [place, 1] as const)
  expect(binned(all, COARSE).map(({ label }) => label)).toEqual([
    '0',
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7–10',
    '11–20',
    'more than 20',
  ])
})

test('gives each small family size its own bar and groups larger sizes', () => {
  expect(
    binned([
      [1, 4],
      [10, 2],
      [11, 1],
      [15, 1],
      [2435, 1],
    ]).map(({ label, count }) => [label, count]),
  ).toEqual([
    ['1', 4],
    ['10', 2],
    ['11–15', 2],
    ['more than 1000', 1],
  ])
})

test('requires a complete definition, a preview with at least one member, and a name or a description before Save', () => {
  const named = { name: 'A', description: '' }
  const words = (incomplete: string | null, isEmpty: boolean | null, naming = named, hasFailed = false) =>
    missingForSave({ incomplete, isEmpty, hasFailed }, naming).map(({ words: text }) => text)
  expect(words('Choose.', null)).toEqual(['Choose.'])
  expect(words(null, null)).toEqual(['Wait for the preview.'])
  expect(words(null, null, named, true)).toEqual(['Repeat the preview.'])
  expect(words(null, true)).toEqual([EMPTY_COHORT])
  expect(words(null, false, { name: ' ', description: '' })).toEqual(['Enter a name.'])
  expect(words(null, false, { name: '', description: 'd' })).toEqual([])
  expect(words(null, false)).toEqual([])
  expect([hasNoIndividuals([]), hasNoIndividuals([row(0, 'bp')]), hasNoIndividuals([row(null, 'bp')])]).toEqual([
    true,
    true,
    false,
  ])
})

test.each([
  ['UNION', 12, { onlyFirst: 4, both: 3, onlySecond: 5 }],
  ['INTERSECT', 3, { onlyFirst: 4, both: 3, onlySecond: 5 }],
  ['SUBTRACT', 4, { onlyFirst: 4, both: 3, onlySecond: 5 }],
  ['INTERSECT', 9, null],
  ['UNION', null, null],
] as const)('draws %s of %j members from the sizes of its parents alone', (operation, size, expected) => {
  expect(setSizesOfCohort(operation, size, [7, 8])).toEqual(expected)
})

test('draws no saved cohort whose size contradicts the overlap of its parents', () => {
  const overlap = { onlyFirst: 4, both: 3, onlySecond: 5 }
  expect(setSizesOfCohort('SUBTRACT', 4, overlap)).toBe(overlap)
  expect(setSizesOfCohort('SUBTRACT', 5, overlap)).toBeNull()
  expect(setSizesOfCohort('INTERSECT', null, { ...overlap, both: null })).toEqual({ ...overlap, both: null })
})
