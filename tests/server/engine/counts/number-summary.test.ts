import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mayRead, type Reader } from '#domain/access.ts'
import { summarizeNumbers, type NumberSummary } from '#server/engine/counts/number-summary.ts'
import { createCountAnswers, type CountAnswers } from '#server/engine/sources/count-answers.ts'
import { createCatalog } from '#server/model/catalog.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { readCatalog } from '#server/store/catalog/catalog.ts'
import { numberStudy, type NumberRow } from '#tests/support/number-study.ts'
import { figuresOfScipy } from '#tests/support/scipy.ts'
import { SCIPY } from '#tests/support/script-tools.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { loadStudy } from '#tests/support/study.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

let database: Database
let connection: Connection
let count: CountAnswers

beforeAll(async () => {
  database = await openTestDatabase()
  connection = await database.connect()
  count = createCountAnswers(database)
})
afterAll(() => database.close())

const ADMINISTRATOR: Reader = { isAdmin: true, collections: [] }
const reader = fc.constantFrom<Reader>(
  ADMINISTRATOR,
  { isAdmin: false, collections: ['bp'] },
  { isAdmin: false, collections: [] },
)
const number: fc.Arbitrary<string> = fc.oneof(
  fc.integer({ min: -5, max: 5 }).map(String),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => String(Number(value.toPrecision(9)))),
  fc.constantFrom('1e14', '-3e14', '0.001'),
)
const answer: fc.Arbitrary<string | null> = fc.option(number)
const rows: fc.Arbitrary<NumberRow[]> = fc.array(
  fc.tuple(fc.constantFrom('au', 'bp', 'sz'), fc.constant(null), answer),
  { maxLength: 60 },
)

async function load(rows: readonly NumberRow[]) {
  await loadStudy(database, numberStudy(rows))
  const catalog = createCatalog(await readCatalog(connection))
  const variable = catalog.find('X')
  if (!variable) throw new Error('The study has no variables.')
  return variable
}

test('numbers are summarized by their readable answers', async () => {
  await fc.assert(
    fc.asyncProperty(rows, reader, async (drawn, who) => {
      const variable = await load(drawn)
      compare(
        await summarizeNumbers(connection, count.rows, { variable, cohortId: 1, reader: who }),
        drawn.filter(([collection]) => mayRead(who, collection)),
      )
    }),
    { numRuns: 60 },
  )
})

function compare(shown: NumberSummary, rows: readonly NumberRow[]): void {
  const sorted = rows
    .flatMap(([, , text]) => (text === null ? [] : [Number(text)]))
    .toSorted((one, other) => one - other)
  const { length: n } = sorted
  expect(shown.n).toBe(n)
  const [low] = sorted
  if (low === undefined) {
    expect(shown).toMatchObject({ mean: null, sd: null, quantiles: null })
    return
  }
  // Sums of numbers of either sign lose digits beside the largest of them.
  const tolerance = 1e-12 * Math.max(Math.abs(low), Math.abs(sorted.at(-1) ?? low))
  const mean = sorted.reduce((sum, value) => sum + value / n, 0)
  expectNear(shown.mean, mean, tolerance)
  if (n === 1) expect(shown.sd).toBeNull()
  else expectNear(shown.sd, Math.sqrt(sorted.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (n - 1)), tolerance)
  for (const [place, part] of [0, 0.25, 0.5, 0.75, 1].entries()) {
    const position = (n - 1) * part
    const [below = NaN, above = below] = sorted.slice(Math.floor(position), Math.floor(position) + 2)
    expectNear(shown.quantiles?.[place] ?? null, below + (position % 1) * (above - below), tolerance)
  }
}

function expectNear(shown: number | null, expected: number, tolerance: number): void {
  expect(Math.abs((shown ?? NaN) - expected), `${shown} ${expected}`).toBeLessThanOrEqual(tolerance)
}

test('no sum of squares overflows', async () => {
  const variable = await load([
    ['bp', '1', '1e200'],
    ['bp', '1', '-1e200'],
  ])
  expect(await summarizeNumbers(connection, count.rows, { variable, cohortId: 1, reader: ADMINISTRATOR })).toEqual({
    n: 2,
    mean: null,
    sd: null,
    quantiles: [-1e200, -5e199, 0, 5e199, 1e200],
  })
})

test.runIf(SCIPY)('numpy and scipy agree', async () => {
  const samples = fc.sample(fc.array(number, { minLength: 2, maxLength: 40 }), { numRuns: 25, seed: 29 })
  const computed = figuresOfScipy(
    '[stats.tmean(case), stats.tstd(case), *np.quantile(case, [0, 0.25, 0.5, 0.75, 1])]',
    samples.map((texts) => texts.map(Number)),
  )
  for (const [place, texts] of samples.entries()) {
    const variable = await load(texts.map((text): NumberRow => ['bp', null, text]))
    const shown = await summarizeNumbers(connection, count.rows, { variable, cohortId: 1, reader: ADMINISTRATOR })
    const expected = computed[place] ?? []
    const tolerance = 1e-12 * Math.max(...texts.map((text) => Math.abs(Number(text))))
    for (const [index, value] of [shown.mean, shown.sd, ...(shown.quantiles ?? [])].entries()) {
      expectNear(value, expected[index] ?? NaN, tolerance)
    }
  }
})
