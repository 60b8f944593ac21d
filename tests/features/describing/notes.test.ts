import { expect, test } from 'vitest'
import { describedOf } from '#features/describing/description.ts'
import { labelsIn, withLabels } from '#features/describing/labels.ts'
import { linesOf, textsOf, withVersionWords } from '#features/describing/lines.ts'
import { partialNotesOf, versionNotesOf } from '#features/describing/notes.ts'

const GROUP = {
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
    groups: [{ ...GROUP, categories: [['1', 2]] }],
    overall: null,
    tested: null,
  })
const ASKED = {
  average: 'mean',
  hasMissing: true,
  hasIntervals: false,
  digits: 'bySize',
  hasCodes: true,
  isYesOnly: false,
  unfolded: [],
} as const
const COLUMNS = { names: ['A'], sizes: [2], compared: [], hasP: false, hasIntervals: false }

test('a copy names the number of versions of a row, and indents the versions below it', () => {
  const joined = described('NEW', ['NEW', 'OLD'])
  const lines = [
    ...linesOf(joined, ASKED),
    ...linesOf(described('OLD', null), ASKED, { fold: 'NEW', form: 'DIGS 2.0' }),
  ]
  expect(lines.map((line) => textsOf(line, COLUMNS, [])[0])).toEqual([
    'NEW: Mood? (2 versions)',
    '  1 · Yes',
    '  OLD: DIGS 2.0',
    '    1 · Yes',
  ])
  expect(versionNotesOf([joined])[0]).toContain('Joined: NEW with OLD.')
  // The label that the user wrote stands as it is.
  const labelled = withLabels(lines, labelsIn(['NEW*Mood at the visit']))
  expect(labelled.map((line) => textsOf(line, COLUMNS, [])[0])[0]).toBe('Mood at the visit')
})

test('a row says how many versions of its question it counts, and a row of one version beside others its form', () => {
  const others = new Map([['NEW', ['OLD', 'OLDEST']]])
  const wordsOf = (names: [string, ...string[]], forms: string[]) => {
    const [line] = withVersionWords(linesOf(described('NEW', null), ASKED), [{ names, forms }], others)
    return line && [line.versionWords, textsOf(line, COLUMNS, [])[0]]
  }
  // In a copy the note says it.
  expect(wordsOf(['NEW'], [])).toEqual(['1 of 3 versions', 'NEW: Mood?'])
  expect(wordsOf(['NEW', 'OLD'], ['DIGS 3.0', 'DIGS 2.0'])).toEqual(['2 of 4 versions', 'NEW: Mood? (2 versions)'])
  expect(wordsOf(['NEW'], ['DIGS 3.0'])).toEqual(['DIGS 3.0', 'NEW: Mood? (DIGS 3.0)'])
  expect(partialNotesOf([{ names: ['NEW'] }, { names: ['OTHER'] }], others)).toEqual([
    'Individuals who answered another version of a question have no answer in its row: NEW (1 of 3 versions).',
  ])
  expect(partialNotesOf([{ names: ['OTHER'] }], others)).toEqual([])
})
