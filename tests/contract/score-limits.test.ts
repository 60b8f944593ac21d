import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { CUSTOM_SOURCES_MAX } from '#domain/limits.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import type { Study } from '#tests/support/study.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const ITEMS = Array.from({ length: CUSTOM_SOURCES_MAX }, (_, nth) => `ITEM_${nth}`)
/** An answer to all items but every ninth. */
const study: Study = {
  participants: ['P1', 'P2', 'P3'].map((id) => ({ id, family: null, collection: 'bp', study: '1' })),
  forms: [
    {
      instrument: 'A',
      version: '1',
      variables: ITEMS.map((name) => ({ name, dataType: 'numberrange' })),
      records: Object.fromEntries(
        ['P1', 'P2', 'P3'].map((id, person) => [
          id,
          Object.fromEntries(ITEMS.flatMap((name, nth) => (nth % 9 === 8 ? [] : [[name, String(nth + person)]]))),
        ]),
      ),
    },
  ],
}

let server: TestServer
let call: WireCall
beforeAll(async () => {
  server = await createTestServer({ study })
  call = await server.callAs('admin')
})
afterAll(() => server.close())

const preview = (formula: string) =>
  call(constructPreview, { name: '', construct_type: 'score', variables: [], values: [], formula })

test.each([20, 60, CUSTOM_SOURCES_MAX])('a prorated sum of %i items is counted', async (count) => {
  const started = performance.now()
  const result = await preview(`SUM(${ITEMS.slice(0, count).join(', ')}; at least 80%)`)
  expect(result).toMatchObject({ ok: true, value: { score: { answered: 3 } } })
  expect(performance.now() - started).toBeLessThan(20_000)
})

const many = (count: number, text: string, separator: string) =>
  Array.from({ length: count }, () => text).join(separator)
function nested(levels: number, around: (inner: string) => string): string {
  let text = 'ITEM_0'
  for (let level = 0; level < levels; level++) text = around(text)
  return text
}

/** A formula is either refused or counted in time: the server neither fails nor stays busy. */
test.each([
  ['a sum of 1,000 terms', many(1_000, 'ITEM_0', '+')],
  ['a sum of 4,990 numbers', `${many(4_990, '1', '+')}+ITEM_0`],
  ['a SUM of 999 items', `SUM(${many(999, 'ITEM_0', ',')})`],
  ['a prorated SUM of 499 items', `SUM(${many(499, 'ITEM_0', ',')}; at least 1)`],
  ['tests in tests', nested(12, (inner) => `IF(${inner} > 0, 1, 2)`)],
  ['prorated sums in each other', nested(9, (inner) => `SUM(${inner}; at least 1)`)],
  ['quotients in prorated sums', nested(8, (inner) => `SUM(1 / ${inner}; at least 1)`)],
  ['minima in each other', nested(9, (inner) => `MIN(${inner}; at least 1)`)],
  ['quotients by tiny numbers', 'ITEM_1 / 1e-300 / 1e-300'],
  ['products of tiny numbers', 'ITEM_1 * 1e-300 * 1e-300'],
  ['powers of the largest number', many(10, '1e15', ' * ') + ' * ITEM_1'],
])('%s: refused or counted', async (_, formula) => {
  const result = await preview(formula)
  expect(result.ok ? 200 : result.status, result.ok ? '' : result.message).toBeOneOf([200, 422])
})
