import { expect, test } from 'vitest'
import { describedOf } from '#features/describing/description.ts'
import { linesOf, textsOf } from '#features/describing/lines.ts'
import { versionNotesOf } from '#features/describing/notes.ts'

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
  const asked = {
    average: 'mean',
    hasMissing: true,
    hasIntervals: false,
    digits: 'bySize',
    hasCodes: true,
    isYesOnly: false,
    unfolded: [],
  } as const
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
