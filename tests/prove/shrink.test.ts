import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryWorld } from '#tests/prove/arbitrary-world.ts'
import { relabelledWorld } from '#tests/prove/relabel.ts'
import { shrink } from '#tests/prove/shrink.ts'
import type { Definition } from '#tests/reference/definition.ts'
import { evaluate } from '#tests/reference/evaluate.ts'

const [world] = fc.sample(
  arbitraryWorld.filter(({ study }) => study.participants.length > 30),
  { seed: 5, numRuns: 1 },
)
const definition: Definition = {
  kind: 'subset',
  parentId: 2,
  variable: 'CATEGORICAL',
  condition: { operator: 'EQ', values: ['1'] },
}

test('reduces a failing case to the smallest one that fails', async () => {
  if (!world) throw new Error('No world was generated.')
  const sizeOf = (tried: typeof world, wanted: Definition) => Number(evaluate(tried, wanted)['size'])
  expect(sizeOf(world, definition)).toBeGreaterThan(0)
  const failing = { oracle: 'a test', world, definition }
  const smallest = await shrink(
    failing,
    async (smaller) => sizeOf(smaller.world, smaller.definition) > 0,
    Date.now() + 60_000,
  )
  expect(smallest.definition).toEqual({ ...definition, parentId: 1 })
  expect(smallest.world).toMatchObject({ made: [], cohorts: [[], [], []], reader: { isAdmin: true } })
  const { participants, forms } = smallest.world.study
  expect(participants).toHaveLength(1)
  expect(forms.map(({ variables }) => variables.map(({ name }) => name))).toEqual([['CATEGORICAL']])
})

test('other labels change ids, families, codes and all orders, and no count', () => {
  if (!world) throw new Error('No world was generated.')
  const other = relabelledWorld(world)
  expect(other.study.participants.map(({ id }) => id)).not.toEqual(world.study.participants.map(({ id }) => id))
  const sizes = [world, other].map((tried) => evaluate(tried, definition)['split'])
  expect(sizes[1]).toEqual(sizes[0])
})
