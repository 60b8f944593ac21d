import { expect, test } from 'vitest'
import { isImportPath, pathsToRead } from '#domain/imports/import-path.ts'

test.each(['a.csv', 'phenotype/mood.tsv', 'Ünïcode (1).csv', 'a/b/c/d.json'])('%s lies inside a folder', (path) => {
  expect(isImportPath(path)).toBe(true)
})

test.each(['', '/a.csv', '../a.csv', 'a/../b.csv', 'a//b.csv', 'a/', ' /a.csv', '.a', 'a/.b', 'a\\b', 'C:a', 'a\tb'])(
  '%j does not',
  (path) => {
    expect(isImportPath(path)).toBe(false)
  },
)

test('of a BIDS folder what an import reads is sent: not what lies deeper, nor what is no table', () => {
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

test('dictionaries alone are sent from any depth', () => {
  expect(pathsToRead(['activities/mood/items.json', 'top.json', 'notes.txt'])).toEqual([
    'activities/mood/items.json',
    'top.json',
  ])
})
