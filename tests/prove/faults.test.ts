import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFaults } from '#tests/prove/faults.ts'

const faults = readFaults()

test('each planted fault replaces a text that its file has once', () => {
  const timesOf = ({ file, find }: (typeof faults)[number]) => readFileSync(file, 'utf8').split(find).length - 1
  expect(faults.filter((fault) => timesOf(fault) !== 1)).toEqual([])
  expect(faults.filter(({ find, put }) => find === put)).toEqual([])
})

test('the handbook lists every planted fault, and no other', () => {
  expect(faults.length).toBeGreaterThanOrEqual(20)
  const page = readFileSync('src/guide/handbook/proof.md', 'utf8')
  const begin = page.indexOf('| planted fault')
  const table = page.slice(begin, page.indexOf('\n## ', begin))
  const listed = [...table.matchAll(/^\| (.+?) +\| /gm)].map(([, name]) => name).slice(2)
  expect(new Set(listed)).toEqual(new Set(faults.map(({ name }) => name)))
})
