import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFaults } from '#tests/prove/faults.ts'
import { FAULT_LIST } from '#tests/simulation/fault-runs.ts'
import { RULES } from '#tests/simulation/model/violation.ts'

const faults = readFaults(FAULT_LIST)

test('each planted fault replaces a text that its file has once', () => {
  const timesOf = ({ file, find }: (typeof faults)[number]) => readFileSync(file, 'utf8').split(find).length - 1
  expect(faults.filter((fault) => timesOf(fault) !== 1)).toEqual([])
  expect(faults.filter(({ find, put }) => find === put)).toEqual([])
})

test('the handbook lists every planted fault with the rules that it breaks, and no other', () => {
  const page = readFileSync('src/guide/handbook/proof.md', 'utf8')
  const section = page.slice(page.indexOf('## Faults of the server'))
  const rows = [...section.matchAll(/^\| (.+?) +\| (.+?) +\| +(\d+) \|$/gm)]
  expect(rows.map(([, name]) => name)).toEqual(faults.map(({ name }) => name))
  const rules = new Set<string>(RULES)
  const broken = rows.flatMap(([, , named = '']) => named.split(', '))
  expect(broken.filter((rule) => !rules.has(rule))).toEqual([])
})
