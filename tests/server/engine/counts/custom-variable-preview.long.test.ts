import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mayRead, type Reader } from '#domain/access.ts'
import { readFormula } from '#domain/scores/read-formula.ts'
import { previewScore } from '#server/engine/counts/custom-variable-preview.ts'
import { createCountAnswers, type CountAnswers } from '#server/engine/sources/count-answers.ts'
import { createCatalog } from '#server/model/catalog.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { readCatalog } from '#server/store/catalog/catalog.ts'
import { notCountedFields } from '#tests/reference/condition.ts'
import { Individual } from '#tests/reference/individual.ts'
import { resolveMade } from '#tests/support/resolve-made.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { loadStudy, type Study } from '#tests/support/study.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

let database: Database
let connection: Connection
let count: CountAnswers

beforeAll(async () => {
  database = await openDatabase(':memory:')
  connection = await database.connect()
  count = createCountAnswers(database)
})
afterAll(() => database.close())

const COLLECTIONS = ['au', 'bp', 'sz']
const reader = fc.constantFrom<Reader>(
  { isAdmin: true, collections: [] },
  { isAdmin: false, collections: ['bp'] },
  { isAdmin: false, collections: [] },
)
const number = fc.oneof(
  fc.integer({ min: -20, max: 20 }).map(String),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => String(Number(value.toPrecision(9)))),
  fc.constantFrom('1e14', '-3e14', '0.001'),
)
const answers = fc.record({ FIRST: number, SECOND: number }, { requiredKeys: [] })
const study: fc.Arbitrary<Study> = fc
  .array(fc.tuple(fc.constantFrom(...COLLECTIONS), fc.option(answers)), { maxLength: 60 })
  .map((rows) => ({
    participants: rows.map(([collection], nth) => ({ id: `P${100 + nth}`, family: null, collection, study: '1' })),
    forms: [
      {
        instrument: 'A',
        version: '1',
        variables: ['FIRST', 'SECOND'].map((name) => ({ name, dataType: 'numberrange' })),
        records: Object.fromEntries(rows.flatMap(([, record], nth) => (record ? [[`P${100 + nth}`, record]] : []))),
      },
    ],
  }))

const FORMULAS = [
  'FIRST',
  'FIRST + SECOND',
  'SUM(FIRST, SECOND; at least 1)',
  'FIRST * SECOND / 7',
  'FIRST / 0',
  // Known without a record.
  'MEAN(FIRST, 5; at least 1)',
]

test('the numbers of a preview match those of the readable individuals in plain JavaScript', async () => {
  await fc.assert(
    fc.asyncProperty(study, fc.constantFrom(...FORMULAS), reader, async (study, text, who) => {
      await loadStudy(database, study)
      const formula = formulaOf(text)
      const [rule] = resolveMade(createCatalog(await readCatalog(connection)), [{ name: 'SCORE', formula }])
      if (!rule) throw new Error('There is no score.')
      const preview = await previewScore(connection, count.rows, { rule, cohortId: 1, reader: who })
      const unread: string[] = []
      const scores: number[] = []
      const ends = { unknown: 0, no_record: 0 }
      for (const { id, collection } of study.participants) {
        const { value, hasRecord } = new Individual(study, [{ name: 'SCORE', formula }], id).answer('SCORE')
        if (!mayRead(who, collection)) unread.push(collection)
        else if (value !== null) scores.push(Number(value))
        else ends[hasRecord ? 'unknown' : 'no_record']++
      }
      const { score, split, ...rest } = preview
      expect(split).toEqual({ match: scores.length, no_match: 0, ...ends, ...notCountedFields(unread) })
      expect(rest).toMatchObject({ values: [], default: 0, ...ends, ...notCountedFields(unread), left_out: [] })
      expect(rest.not_counted).toBe(notCountedFields(unread).not_counted)
      expect(score?.answered).toBe(scores.length)
      compareNumbers(score, scores)
    }),
    { numRuns: 60 },
  )
})

type Shown = Awaited<ReturnType<typeof previewScore>>['score']

function compareNumbers(shown: Shown, scores: readonly number[]): void {
  const sorted = scores.toSorted((one, other) => one - other)
  const [low] = sorted
  const high = sorted.at(-1)
  if (low === undefined || high === undefined) {
    expect(shown).toEqual({ answered: 0, mean: null, sd: null, quantiles: null, bins: [] })
    return
  }
  // Sums of numbers of either sign lose digits beside the largest of them.
  const scale = Math.max(Math.abs(low), Math.abs(high))
  const isNear = (actual: number | null | undefined, expected: number) => {
    expect(Math.abs((actual ?? NaN) - expected), `${actual} ${expected}`).toBeLessThanOrEqual(1e-12 * scale)
  }
  const mean = sorted.reduce((sum, value) => sum + value / sorted.length, 0)
  isNear(shown?.mean, mean)
  if (sorted.length < 2) expect(shown?.sd).toBeNull()
  else isNear(shown?.sd, Math.sqrt(sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (sorted.length - 1)))
  for (const [place, part] of [0, 0.25, 0.5, 0.75, 1].entries())
    isNear(shown?.quantiles?.[place], typeSeven(sorted, part))
  compareBins(shown?.bins ?? [], sorted)
}

/** The quantile of R's default, type 7. */
function typeSeven(sorted: readonly number[], part: number): number {
  const position = (sorted.length - 1) * part
  const [below = NaN, above = below] = sorted.slice(Math.floor(position), Math.floor(position) + 2)
  return below + (position - Math.floor(position)) * (above - below)
}

function compareBins(bins: NonNullable<Shown>['bins'], sorted: readonly number[]): void {
  expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(sorted.length)
  const isWhole = sorted.every(Number.isInteger)
  for (const [place, { from, to, count: shown }] of bins.entries()) {
    // The rounding of an edge may move a number beside it to the next bin.
    const slack = isWhole ? 0 : (to - from) * 1e-9
    const isLast = place === bins.length - 1
    const surely = sorted.filter((value) => value >= from + slack && (isWhole ? value <= to : value < to - slack))
    const possibly = sorted.filter((value) => value >= from - slack && (isLast || isWhole || value <= to + slack))
    expect(shown).toBeGreaterThanOrEqual(surely.length)
    expect(shown).toBeLessThanOrEqual(possibly.length)
  }
}

function formulaOf(text: string) {
  const read = readFormula(text)
  if ('fault' in read) throw new Error(read.fault.message)
  return read.formula
}

test('an individual with a number but without a record is counted once', async () => {
  const participants = ['P1', 'P2'].map((id) => ({ id, family: null, collection: 'bp', study: '1' }))
  const variables = [{ name: 'FIRST', dataType: 'numberrange' }]
  await loadStudy(database, {
    participants,
    forms: [{ instrument: 'A', version: '1', variables, records: { P1: { FIRST: '3' } } }],
  })
  const formula = formulaOf('MEAN(FIRST, 5; at least 1)')
  const [rule] = resolveMade(createCatalog(await readCatalog(connection)), [{ name: 'SCORE', formula }])
  if (!rule) throw new Error('There is no score.')
  const admin = { isAdmin: true, collections: [] }
  const { split } = await previewScore(connection, count.rows, { rule, cohortId: 1, reader: admin })
  expect(split).toEqual({ match: 2, no_match: 0, unknown: 0, no_record: 0 })
})

test('quartiles are interpolated, and a sample of one has no standard deviation', async () => {
  const previewOf = async (values: readonly string[]) => {
    const study: Study = {
      participants: values.map((_, nth) => ({ id: `P${nth}`, family: null, collection: 'bp', study: '1' })),
      forms: [
        {
          instrument: 'A',
          version: '1',
          variables: [{ name: 'FIRST', dataType: 'numberrange' }],
          records: Object.fromEntries(values.map((FIRST, nth) => [`P${nth}`, { FIRST }])),
        },
      ],
    }
    await loadStudy(database, study)
    const catalog = createCatalog(await readCatalog(connection))
    const [rule] = resolveMade(catalog, [{ name: 'SCORE', formula: formulaOf('FIRST * 2') }])
    if (!rule) throw new Error('There is no score.')
    const who = { isAdmin: true, collections: [] }
    return (await previewScore(connection, count.rows, { rule, cohortId: 1, reader: who })).score
  }
  expect(await previewOf(['1', '2', '3', '10'])).toMatchObject({
    answered: 4,
    mean: 8,
    quantiles: [2, 3.5, 5, 9.5, 20],
  })
  const one = await previewOf(['4'])
  expect(one).toEqual({
    answered: 1,
    mean: 8,
    sd: null,
    quantiles: [8, 8, 8, 8, 8],
    bins: [{ from: 8, to: 8, count: 1 }],
  })
  const equal = await previewOf(['4.25', '4.25'])
  expect(equal).toMatchObject({ mean: 8.5, sd: 0, bins: [{ from: 8.5, count: 2 }] })
})
