import { expect, test } from 'vitest'
import { isImportPath, pathsToRead } from '#domain/imports/import-path.ts'

test.each(['a.csv', 'phenotype/mood.tsv', 'Ünïcode (1).csv', 'a/b/c/d.json'])('accepts the path %s', (path) => {
  expect(isImportPath(path)).toBe(true)
})

test.each(['', '/a.csv', '../a.csv', 'a/../b.csv', 'a//b.csv', 'a/', ' /a.csv', '.a', 'a/.b', 'a\\b', 'C:a', 'a\tb'])(
  'rejects the path %j',
  (path) => {
    expect(isImportPath(path)).toBe(false)
  },
)

test('selects the tables and dictionaries of a BIDS folder that an import reads', () => {
  const paths = [
    'participants.tsv',
    'participants.json',
    'phenotype/mood.tsv',
    'phenotype/mood.json',
    'phenotype/deeper/mood.tsv',
    'sub-1/func/sub-1_bold.nii.gz',
    'sub-1/func/sub-1_events.tsv',
    'sub-1/func/sub-1_bold.json',
    'family.fam',
    'README.md',
    '.git/config.csv',
  ]
  expect(pathsToRead(paths).toSorted()).toEqual([
    'family.fam',
    'participants.json',
    'participants.tsv',
    'phenotype/mood.json',
    'phenotype/mood.tsv',
  ])
})

test('selects tables of other kinds, but no lock file of an open workbook', () => {
  const paths = ['study.xlsx', '~$study.xlsx', 'Mood.SAV', 'mood.zsav', 'labs.parquet', 'old.xls', 'notes.docx']
  expect(pathsToRead(paths)).toEqual(['study.xlsx', 'Mood.SAV', 'mood.zsav', 'labs.parquet'])
})

test('selects dictionaries at any depth if there are no tables', () => {
  expect(pathsToRead(['activities/mood/items.json', 'top.json', 'notes.txt'])).toEqual([
    'activities/mood/items.json',
    'top.json',
  ])
})
