import { expect, test } from 'vitest'
import { describedOf } from '#features/describing/description.ts'
import { labelsIn, withLabel, withLabels } from '#features/describing/labels.ts'
import { linesOf } from '#features/describing/lines.ts'

const LINES = linesOf(
  describedOf({
    variableName: 'SEX',
    versions: null,
    dataType: 'categorical',
    question: 'Sex at birth?',
    valueMapping: { '1': 'Male' },
    groups: [
      {
        answered: 2,
        unknown: 0,
        noRecord: 0,
        notCounted: 0,
        leftOut: [],
        categories: [['1', 2]],
        mean: null,
        sd: null,
        quantiles: null,
      },
    ],
    overall: null,
    tested: null,
  }),
  {
    average: 'mean',
    hasMissing: false,
    hasIntervals: false,
    digits: 'bySize',
    hasCodes: true,
    isYesOnly: false,
    unfolded: [],
  },
)

function labelsAfter(...edits: [key: string, label: string, before: string][]) {
  const params = edits.reduce(
    (before, [key, label, words]) => withLabel(before, key, label, words),
    new URLSearchParams({ cohorts: '1' }),
  )
  expect(params.get('cohorts')).toBe('1')
  return withLabels(LINES, labelsIn(params.getAll('label'))).map(({ label, detail }) => `${label} ${detail}`.trim())
}

test('labels of rows are kept in the address, and stand in place of name and question', () => {
  expect(labelsAfter(['SEX', 'Sex', 'SEX'], ['SEX value 1', 'Men * boys', '1 · Male'])).toEqual(['Sex', 'Men * boys'])
})

test('an empty label, and the label of before, restore the row', () => {
  const restored = ['SEX Sex at birth?', '1 · Male']
  expect(labelsAfter(['SEX', 'Sex', 'SEX'], ['SEX', '', 'SEX'])).toEqual(restored)
  expect(labelsAfter(['SEX', 'Sex', 'SEX'], ['SEX', 'SEX', 'SEX'])).toEqual(restored)
})
