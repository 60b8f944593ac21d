import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROWS, uncoveredRows } from '#tests/spec/rows-shown.ts'

const row = (file: string, name: string) => ({ rule: name, file, test: name })
const ROW = row('a.test.ts', 'a cohort is saved')

test('covers a row by a passed test of its name', () => {
  expect(uncoveredRows([ROW], new Map([['a.test.ts', new Set(['a cohort is saved'])]]))).toEqual([])
})

test('does not cover a row by a test that failed, was skipped or has another name', () => {
  expect(uncoveredRows([ROW], new Map([['a.test.ts', new Set()]]))).toEqual([ROW])
  expect(uncoveredRows([ROW], new Map([['a.test.ts', new Set(['a cohort is saved twice'])]]))).toEqual([ROW])
})

test('ignores rows of files that did not run', () => {
  expect(uncoveredRows([ROW], new Map([['b.test.ts', new Set()]]))).toEqual([])
})

test('covers a name with placeholders by any test generated from it', () => {
  const rows = [row('a.test.ts', 'families with %o (any)'), row('a.test.ts', 'status text, then "$expected"')]
  const names = new Set(['families with {"size":3} (any)', 'status text, then "Gone"'])
  expect(uncoveredRows(rows, new Map([['a.test.ts', names]]))).toEqual([])
  expect(uncoveredRows(rows, new Map([['a.test.ts', new Set(['families with {"size":3} any'])]]))).toEqual(rows)
})

test('names only existing files', () => {
  expect(ROWS.filter(({ file }) => !existsSync(`tests/${file}`))).toEqual([])
})
