import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { variableLookup } from '#contract/variables.ts'
import { UNKNOWN_VALUE } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let call: WireCall
beforeAll(async () => {
  server = await createTestServer()
  call = await server.callAs('researcher')
})
afterAll(() => server.close())

const NAMES = ['one', 'two', 'three']

test('a table of two variables has the counts of the same conditions evaluated individually', async () => {
  const { data } = valueOf(await call(variableLookup, { variable_names: ['MARITAL', 'SMOKER'] }))
  const [rows = [], columns = []] = data.map(({ possible_values: codes }) => [...codes, UNKNOWN_VALUE])
  const cells = rows
    .flatMap((first) => columns.map((second) => ({ first, second })))
    .filter(({ first, second }) => first !== UNKNOWN_VALUE || second !== UNKNOWN_VALUE)
  expect(cells.length).toBeGreaterThan(6)
  const painting = fc.array(fc.constantFrom(...NAMES, UNKNOWN_VALUE), {
    minLength: cells.length,
    maxLength: cells.length,
  })
  await fc.assert(
    fc.asyncProperty(painting, async (painted) => {
      const draft = {
        defaultValue: UNKNOWN_VALUE,
        variables: ['MARITAL', 'SMOKER'],
        values: NAMES.map((name) => ({
          name,
          definition: {
            relationship: 'OR' as const,
            constraints: cells.filter((_, place) => painted[place] === name).map(definitionOf),
          },
        })),
      }
      const asTable = valueOf(await call(constructPreview, { ...draft, construct_type: 'merge' }))
      expect(asTable).toEqual(valueOf(await call(constructPreview, { ...draft, construct_type: 'multiple' })))
    }),
    { numRuns: 25 },
  )
})

function definitionOf({ first, second }: { first: string; second: string }) {
  const equals = (variable_name: string, constraint_value: string) => ({
    variable_name,
    constraint_type: 'EQ',
    constraint_value,
  })
  return { relationship: 'AND' as const, constraints: [equals('MARITAL', first), equals('SMOKER', second)] }
}
