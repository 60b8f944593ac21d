import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { arbitraryBulk } from '#tests/prove/bulk/arbitrary-bulk.ts'
import { checkBulk } from '#tests/prove/bulk/check-bulk.ts'
import { addWorld, linesOfTotals, newTotals } from '#tests/prove/bulk/totals.ts'
import { DatabaseEngine } from '#tests/prove/database-engine.ts'
import type { Definition } from '#tests/reference/definition.ts'
import { readPart } from '#tests/support/run-parts.ts'

const [bulk] = fc.sample(arbitraryBulk, { seed: 7, numRuns: 1 })
if (!bulk) throw new Error('No world was generated.')
const { world, definitions } = bulk

let engine: DatabaseEngine | null = null

beforeAll(async () => {
  engine = await DatabaseEngine.on(await openDatabase(':memory:'))
  await engine.load(world)
})
afterAll(() => {
  engine?.connection.close()
  engine?.database.close()
})

function check(chosen: readonly Definition[]) {
  if (!engine) throw new Error('The database opens before the first test.')
  return checkBulk(engine, { world, definitions: chosen })
}

test('a world has hundreds of definitions of every kind, no two alike', () => {
  expect(new Set(definitions.map(({ kind }) => kind)).size).toBe(8)
  expect(definitions.length).toBeGreaterThan(300)
  expect(new Set(definitions.map((definition) => JSON.stringify(definition))).size).toBe(definitions.length)
})

test('a condition counts as one definition', () => {
  const conditions = definitions.flatMap((definition) => (definition.kind === 'conditions' ? [definition] : []))
  expect(conditions.map(({ tested }) => tested.length)).toEqual(conditions.map(() => 1))
})

test('compares every definition with the reference evaluator, and those with a statement in SQL too', async () => {
  const some = definitions.filter((_, nth) => nth % 5 === 0)
  const { cases, failures } = await check(some)
  expect(failures).toEqual([])
  const casesOf = (name: string) =>
    cases.filter(({ oracle }) => oracle === name).reduce((sum, counted) => sum + counted.cases, 0)
  const countOf = (...kinds: readonly Definition['kind'][]) => some.filter(({ kind }) => kinds.includes(kind)).length
  expect(casesOf('bitmaps = reference')).toBe(some.length - countOf('download'))
  expect(casesOf('SQL = reference')).toBe(some.length - countOf('rules', 'overlap'))
  expect(casesOf('text = definition')).toBe(some.length - countOf('overlap', 'download'))
})

test('of definitions that fail together, those that fail alone are reported', async () => {
  const valid = definitions.filter(({ kind }) => kind === 'subset').slice(0, 3)
  const unknown: Definition = {
    kind: 'subset',
    parentId: 1,
    variable: 'NO_SUCH',
    condition: { operator: 'VALID', values: [] },
  }
  const { failures } = await check([...valid, unknown])
  expect(failures.map(({ oracle, definition }) => [oracle, definition])).toEqual([
    ['text = definition', unknown],
    ['bitmaps = reference', unknown],
    ['SQL = reference', unknown],
  ])
  expect(failures[1]?.lines).toEqual(['The engine failed: Error: There is no NO_SUCH.'])
})

test('sums the cases of all worlds by oracle and kind', () => {
  const totals = newTotals()
  const rules = { oracle: 'bitmaps = reference', kind: 'rules', cases: 160, milliseconds: 400 }
  addWorld(totals, { definitions: 390, failed: 0, cases: [rules] })
  addWorld(totals, { definitions: 394, failed: 2, cases: [rules, { ...rules, oracle: 'SQL = reference', cases: 7 }] })
  expect(linesOfTotals(totals, 2)).toEqual([
    '2 worlds, 784 definitions, 2 s (392 a second), 2 differences',
    '                                       cases seconds',
    '  bitmaps = reference  rules             320       1',
    '  SQL = reference      rules               7       0',
  ])
})

test('reads a part of a run', () => {
  expect(readPart('1/2')).toEqual({ place: 1, total: 2 })
})
