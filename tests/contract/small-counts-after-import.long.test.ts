import { expect, test } from 'vitest'
import { cohortInfo, cohortNew, cohortSummary } from '#contract/cohorts.ts'
import { valueOf } from '#tests/support/api-session.ts'
import {
  alternating,
  countOfSz,
  isMood,
  moods,
  observationsOf,
  scoreFrom,
  serveGrowingStudy,
  subsetOf,
  visitOf,
} from '#tests/support/growing-study.ts'

/** At no edge of the bins of scores, so that no margin has the same individuals. */
const SCORE = 213

test.each([
  ['with the answer', () => 'low'],
  ['without the answer', () => 'high'],
])('three added individuals %s are not disclosed by the counts before and after an import', async (_, moodOf) => {
  const { call, add } = await serveGrowingStudy()
  const before = [await countOfSz(call, scoreFrom(SCORE)), await countOfSz(call, isMood('low'))]
  expect(before).toEqual([987, 600])
  expect(await moods(call)).toEqual({ high: 610, low: 610 })
  await add(visitOf('S', 1_200, 1_203, moodOf))
  expect(await countOfSz(call, scoreFrom(SCORE))).toBeNull()
  expect(await countOfSz(call, isMood('low'))).toBeNull()
  expect(await moods(call)).toEqual({ high: null, low: null })
})

test('one corrected answer is not disclosed by the counts before and after an import', async () => {
  const { call, add } = await serveGrowingStudy()
  expect(await countOfSz(call, scoreFrom(SCORE))).toBe(987)
  expect(await countOfSz(call, isMood('low'))).toBe(600)
  await add({ S10000: { score: '599', mood: 'high' } })
  expect(await countOfSz(call, scoreFrom(SCORE))).toBeNull()
  expect(await countOfSz(call, isMood('low'))).toBeNull()
  expect(await moods(call)).toEqual({ high: null, low: null })
})

test('the numbers of answers in the catalog disclose no few individuals by an import', async () => {
  const { call, add } = await serveGrowingStudy()
  const blank = (nth: number) => (nth < 100 ? '' : alternating(nth))
  await add(visitOf('S', 0, 1_200, blank))
  expect(await observationsOf(call, 'MOOD')).toBe(1_120)
  for (const [visit, observations] of [
    // Corrected, but answered before and after.
    [{ S10500: { score: '1', mood: 'high' } }, 1_120],
    // Three answers became known.
    [visitOf('S', 97, 100, alternating), 20],
    [visitOf('S', 80, 97, alternating), 1_140],
    [visitOf('S', 1_200, 1_203, () => ''), 20],
    // Few of those who were added have an answer, then enough, but few have none.
    [visitOf('S', 1_203, 1_220, (nth) => (nth < 1_206 ? 'low' : '')), 20],
    [visitOf('S', 1_220, 1_260, (nth) => (nth < 1_254 ? 'low' : '')), 20],
    [visitOf('S', 1_260, 1_300, (nth) => (nth < 1_280 ? 'low' : '')), 1_197],
  ] as const) {
    await add(visit)
    expect(await observationsOf(call, 'MOOD')).toBe(observations)
  }
})

test('an account without earlier counts gets those that no margins disclose', async () => {
  const { server, add } = await serveGrowingStudy()
  await add(visitOf('S', 1_200, 1_203, alternating))
  expect(await countOfSz(await server.callAs('newcomer'), scoreFrom(SCORE))).toBe(990)
})

test('counts are shown once a collection has grown by enough individuals', async () => {
  const { call, add } = await serveGrowingStudy()
  expect(await countOfSz(call, scoreFrom(SCORE))).toBe(987)
  expect(await moods(call)).toEqual({ high: 610, low: 610 })
  await add(visitOf('S', 1_200, 1_206, alternating))
  expect(await moods(call)).toEqual({ high: null, low: null })
  await add(visitOf('S', 1_206, 1_286, alternating, (nth) => (nth * 37) % 1_200))
  expect(await countOfSz(call, scoreFrom(SCORE))).toBe(1_061)
  expect(await moods(call)).toEqual({ high: 653, low: 653 })
})

test('an import into other collections repeats the counts', async () => {
  const { call, add } = await serveGrowingStudy()
  const counts = async () => [
    await countOfSz(call, scoreFrom(SCORE)),
    await countOfSz(call, scoreFrom(2)),
    await countOfSz(call, isMood('low')),
  ]
  const before = await counts()
  expect(before).toEqual([987, null, 600])
  await add(visitOf('B', 20, 23, alternating), 'bp')
  expect(await counts()).toEqual(before)
  expect(await moods(call)).toEqual({ high: 611, low: 612 })
  expect(await observationsOf(call, 'MOOD')).toBe(1_223)
})

test('a saved cohort keeps its counts when its collection grows', async () => {
  const { call, add } = await serveGrowingStudy()
  const saved = await call(cohortNew, { ...subsetOf(1, scoreFrom(SCORE)), name: 'High', description: '' })
  const cohortid = valueOf(saved).new_cohort_id
  const rowcount = async () => valueOf(await call(cohortInfo, { cohortid })).cohorts[0]?.rowcount
  const within = async () => countOfSz(call, isMood('low'), cohortid)
  expect([await rowcount(), await within()]).toEqual([987, 493])
  for (const [from, to] of [
    [1_200, 1_203],
    [1_203, 1_300],
  ] as const) {
    await add(visitOf('S', from, to, alternating))
    expect([await rowcount(), await within()]).toEqual([987, 493])
    expect(valueOf(await call(cohortSummary, { cohortid })).data).toContainEqual(
      expect.objectContaining({ collection: 'sz', count: 987 }),
    )
  }
})

test.each([
  ['has', '599', 'before'],
  ['has', '599', 'after'],
  ['lacks', '1', 'before'],
  ['lacks', '1', 'after'],
])(
  'a saved cohort does not disclose that an added individual %s an answer: score %s, preview %s the cohort',
  async (_, score, order) => {
    const { call, add } = await serveGrowingStudy()
    const saved = await call(cohortNew, { ...subsetOf(1, scoreFrom(SCORE)), name: 'High', description: '' })
    const cohortid = valueOf(saved).new_cohort_id
    const rowcount = async () => valueOf(await call(cohortInfo, { cohortid })).cohorts[0]?.rowcount
    expect(await rowcount()).toBe(987)
    await add({ S11200: { score, mood: 'low' } })
    if (order === 'after') expect(await rowcount()).toBe(987)
    expect(await countOfSz(call, scoreFrom(SCORE))).toBeNull()
    expect(await rowcount()).toBe(987)
    expect(await countOfSz(call, scoreFrom(SCORE))).toBeNull()
  },
)
