import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROWS, rowsNotShown } from '#tests/spec/rows-shown.ts'

const row = (file: string, name: string) => ({ says: name, file, test: name })
const ROW = row('a.test.ts', 'a cohort is saved')

test('a row is shown by a test of its name that passed', () => {
  expect(rowsNotShown([ROW], new Map([['a.test.ts', new Set(['a cohort is saved'])]]))).toEqual([])
})

test('a row is not shown by a test that failed, was skipped or has another name', () => {
  expect(rowsNotShown([ROW], new Map([['a.test.ts', new Set()]]))).toEqual([ROW])
  expect(rowsNotShown([ROW], new Map([['a.test.ts', new Set(['a cohort is saved twice'])]]))).toEqual([ROW])
})

test('rows of files that did not run are not checked', () => {
  expect(rowsNotShown([ROW], new Map([['b.test.ts', new Set()]]))).toEqual([])
})

test('a name with placeholders is shown by any test made from it', () => {
  const rows = [row('a.test.ts', 'families with %o (any)'), row('a.test.ts', 'status text, then "$expected"')]
  const names = new Set(['families with {"size":3} (any)', 'status text, then "Gone"'])
  expect(rowsNotShown(rows, new Map([['a.test.ts', names]]))).toEqual([])
  expect(rowsNotShown(rows, new Map([['a.test.ts', new Set(['families with {"size":3} any'])]]))).toEqual(rows)
})

test('every row names a file that exists', () => {
  expect(ROWS.filter(({ file }) => !existsSync(`tests/${file}`))).toEqual([])
})
