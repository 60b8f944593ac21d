import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortNew } from '#contract/cohorts.ts'
import type { SummaryOfCohort } from '#contract/summaries.ts'
import { variableSummary } from '#contract/summaries.ts'
import { mayRead } from '#domain/access.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { numberStudy, type NumberRow } from '#tests/support/number-study.ts'
import { figuresOfScipy } from '#tests/support/scipy.ts'
import { scoreStudy } from '#tests/support/score-requests.ts'
import { SCIPY } from '#tests/support/script-tools.ts'
import { serveStudy } from '#tests/support/serve-study.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { loadStudy, type Study } from '#tests/support/study.ts'
import { ACCOUNTS } from '#tests/support/test-server.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

async function summaryOf(call: WireCall, variable_name: string, cohortid = 1): Promise<SummaryOfCohort> {
  const [summary] = valueOf(await call(variableSummary, { variable_name, cohortids: [cohortid] })).data
  if (!summary) throw new Error('There is no summary.')
  return summary
}

/** A study of one variable in the collection bp. */
function studyOf(dataType: string, values: readonly (string | null)[]): Study {
  return {
    participants: values.map((_, nth) => ({ id: `P${100 + nth}`, family: null, collection: 'bp', study: '1' })),
    forms: [
      {
        instrument: 'A',
        version: '1',
        variables: [{ name: 'X', dataType }],
        records: Object.fromEntries(values.map((X, nth) => [`P${100 + nth}`, X === null ? {} : { X }])),
      },
    ],
  }
}

test('outliers are named, and whiskers end at the last answers within the fences', async () => {
  const numbers = [1, 2, 2, 3, 3, 3, 4, 4, 5, 30, 30, -40].map(String)
  const call = await (await serveStudy(studyOf('numberrange', [...numbers, null]))).callAs('admin')
  expect(await summaryOf(call, 'X')).toMatchObject({
    numbers: {
      n: 12,
      quantiles: [-40, 2, 3, 4.25, 30],
      whiskers: [1, 5],
      outliers: {
        below: 1,
        above: 2,
        values: [
          [-40, 1],
          [30, 2],
        ],
      },
    },
    dates: null,
    lengths: null,
    left_out: [],
  })
})

test('without answers there are no numbers, and one answer has no deviation', async () => {
  const call = await (await serveStudy(studyOf('numberrange', [null, null]))).callAs('admin')
  expect((await summaryOf(call, 'X')).numbers).toEqual({
    n: 0,
    mean: null,
    sd: null,
    quantiles: null,
    whiskers: null,
    outliers: { below: 0, above: 0, values: [] },
  })
  const alone = await (await serveStudy(studyOf('numberrange', ['7']))).callAs('admin')
  expect((await summaryOf(alone, 'X')).numbers).toMatchObject({ n: 1, mean: 7, sd: null, whiskers: [7, 7] })
})

test('partial dates are summarized by year, exact dates by day and month', async () => {
  const partial = ['1980-UU-UU', '1981-05-UU', '1981-05-03', '1999-01-01', '19UU-UU-UU', null]
  const years = await (await serveStudy(studyOf('fuzzydate', partial))).callAs('admin')
  const { dates } = await summaryOf(years, 'X')
  expect(dates).toMatchObject({ n: 5, quantiles: ['1980', '1980', '1981', '1981', '1999'], without_year: 1 })
  expect(dates?.bins).toHaveLength(20)
  expect(dates?.bins.filter(({ count }) => count > 0)).toEqual([
    { from: '1980', to: '1980', count: 1 },
    { from: '1981', to: '1981', count: 2 },
    { from: '1999', to: '1999', count: 1 },
  ])
  const days = ['2020-01-31', '2020-02-01', '2020-02-29', '2020-04-01']
  const months = await (await serveStudy(studyOf('date', days))).callAs('admin')
  expect((await summaryOf(months, 'X')).dates).toEqual({
    n: 4,
    quantiles: ['2020-01-31', '2020-01-31', '2020-02-01', '2020-02-29', '2020-04-01'],
    bins: [
      { from: '2020-01', to: '2020-01', count: 1 },
      { from: '2020-02', to: '2020-02', count: 2 },
      { from: '2020-03', to: '2020-03', count: 0 },
      { from: '2020-04', to: '2020-04', count: 1 },
    ],
    without_year: 0,
  })
  const century = await (await serveStudy(studyOf('date', ['1911-06-06', '1999-12-31']))).callAs('admin')
  const { bins = [] } = (await summaryOf(century, 'X')).dates ?? {}
  expect(bins[0]).toEqual({ from: '1910', to: '1914', count: 1 })
  expect(bins.at(-1)).toEqual({ from: '1995', to: '1999', count: 1 })
})

test('the bins of dates are the same for all cohorts of a request', async () => {
  const dates = ['1985-06-06', '1986-01-01', '1999-12-31', '2020-01-31', '2020-03-01', null]
  const call = await (await serveStudy(studyOf('date', dates))).callAs('admin')
  const saved = await call(cohortNew, {
    parent_id: 1,
    cohort_type: 'subset',
    name: 'Late',
    variable: 'X',
    constraint_type: 'GTE',
    constraint_value: '2020-01-01',
  })
  const late = valueOf(saved).new_cohort_id
  const { data } = valueOf(await call(variableSummary, { variable_name: 'X', cohortids: [1, late] }))
  const [all = [], part = []] = data.map(({ dates: summary }) => summary?.bins)
  expect(part.map(({ from, to }) => [from, to])).toEqual(all.map(({ from, to }) => [from, to]))
  expect(all.map(({ from, count }) => [from, count]).filter(([, count]) => count !== 0)).toEqual([
    ['1984', 1],
    ['1986', 1],
    ['1998', 1],
    ['2020', 2],
  ])
  expect(part.filter(({ count }) => count > 0)).toEqual([{ from: '2020', to: '2021', count: 2 }])
  // Alone it is counted by month.
  expect((await summaryOf(call, 'X', late)).dates?.bins.map(({ from }) => from)).toEqual([
    '2020-01',
    '2020-02',
    '2020-03',
  ])
})

test('texts have the lengths of their characters, and categories no summary', async () => {
  const call = await (await serveStudy(studyOf('text', ['a', 'ünï', '12345', null]))).callAs('admin')
  expect((await summaryOf(call, 'X')).lengths).toMatchObject({ n: 3, mean: 3, sd: 2, quantiles: [1, 2, 3, 4, 5] })
  const coded = await (await serveStudy(studyOf('categorical', ['1']))).callAs('admin')
  expect(await summaryOf(coded, 'X')).toEqual({ cohortid: 1, numbers: null, dates: null, lengths: null, left_out: [] })
})

/** By numpy and matplotlib's rule for whiskers: n, mean, SD, five numbers, whiskers, outliers below and above. */
const SUMMARY = `
def summary(numbers):
    x = np.array(numbers, dtype=float)
    if len(x) == 0: return []
    q = np.quantile(x, [0, 0.25, 0.5, 0.75, 1])
    low, high = q[1] - 1.5 * (q[3] - q[1]), q[3] + 1.5 * (q[3] - q[1])
    inside = x[(x >= low) & (x <= high)]
    sd = stats.tstd(x) if len(x) > 1 else math.nan
    return [len(x), stats.tmean(x), sd, *q, inside.min(), inside.max(), (x < low).sum(), (x > high).sum()]
`

// Halves: ties are frequent, and fences are exact in binary.
const number = fc.integer({ min: -40, max: 40 }).map((value) => String(value / 2))
const answer: fc.Arbitrary<string | null> = fc.option(number)
const row = fc.tuple(fc.constantFrom('au', 'bp', 'sz'), fc.constantFrom(null, '1', '2'), answer)
const SEEDED = { numRuns: 12, seed: 29 }

test.runIf(SCIPY)('numpy and scipy agree, for each cohort and reader', async () => {
  const server = await serveStudy(numberStudy([]))
  const studies: NumberRow[][] = fc.sample(fc.array(row, { minLength: 1, maxLength: 40 }), SEEDED)
  const cases: { shown: SummaryOfCohort; numbers: number[] }[] = []
  for (const [nth, numbers] of studies.entries()) {
    await loadStudy(server.database, numberStudy(numbers))
    const account = ACCOUNTS[nth % 3] ?? ACCOUNTS[0]
    const call = await server.callAs(account.username)
    const read = numbers.filter(([collection]) => mayRead(account, collection))
    cases.push({ shown: await summaryOf(call, 'X'), numbers: numbersOf(read) })
    if (!numbers.some(([, group]) => group === '1')) continue
    const draft = {
      parent_id: 1,
      cohort_type: 'subset',
      variable: 'G',
      constraint_type: 'EQ',
      constraint_value: '1',
    } as const
    const { new_cohort_id: id } = valueOf(await call(cohortNew, { ...draft, name: `Ones ${nth}` }))
    cases.push({ shown: await summaryOf(call, 'X', id), numbers: numbersOf(read.filter(([, group]) => group === '1')) })
  }
  const computed = figuresOfScipy(
    'summary(case)',
    cases.map(({ numbers }) => numbers),
    SUMMARY,
  )
  expect(computed).toHaveLength(cases.length)
  for (const [nth, { shown }] of cases.entries()) {
    const { numbers } = shown
    const [n, mean, sd, ...others] = computed[nth] ?? []
    expect(numbers?.n).toBe(n ?? 0)
    if (n === undefined) continue
    expect(numbers?.mean).toBeCloseTo(mean ?? NaN, 9)
    if (sd === null) expect(numbers?.sd).toBeNull()
    else expect(numbers?.sd).toBeCloseTo(sd ?? NaN, 9)
    expect(numbers).toMatchObject({
      quantiles: others.slice(0, 5),
      whiskers: others.slice(5, 7),
      outliers: { below: others[7], above: others[8] },
    })
  }
})

function numbersOf(rows: readonly NumberRow[]): number[] {
  return rows.flatMap(([, , text]) => (text === null ? [] : [Number(text)]))
}

test.each([
  ['colleague', 0],
  ['newcomer', 0],
  ['colleague', 10],
] as const)('summaries for %s do not depend on unreadable answers, MIN_CELL=%i', async (username, minimum) => {
  const account = ACCOUNTS.find((one) => one.username === username)
  const isOpen = (collection: string) => account !== undefined && mayRead(account, collection)
  const study = scoreStudy((answers) => answers)
  const changed = scoreStudy((answers, collection) =>
    isOpen(collection)
      ? answers
      : { FIRST: '900', BIRTH: '1901-01-01', SEEN: '1801-01-01', OTHER: answers['OTHER'] ?? '' },
  )
  const [responses, others] = [
    await summariesOf(study, username, minimum),
    await summariesOf(changed, username, minimum),
  ]
  expect(others).toEqual(responses)
  expect(responses.every((response) => response.startsWith('200'))).toBe(true)
})

/** Responses for all individuals, and for a cohort of readable and unreadable members, verbatim. */
async function summariesOf(study: Study, username: (typeof ACCOUNTS)[number]['username'], minimum: number) {
  const server = await serveStudy(study, minimum)
  const call = await server.callAs(username)
  const draft = {
    parent_id: 1,
    cohort_type: 'subset',
    variable: 'OTHER',
    constraint_type: 'EQ',
    constraint_value: 'a',
  } as const
  const { new_cohort_id: id } = valueOf(await call(cohortNew, { ...draft, name: 'As' }))
  const fetch = await server.fetchAs(username)
  const responses: string[] = []
  for (const variable_name of ['FIRST', 'BIRTH', 'SEEN', 'OTHER']) {
    const response = await fetch(`${API_PREFIX}${variableSummary.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ variable_name, cohortids: [1, id] }),
    })
    responses.push(`${response.status} ${await response.text()}`)
  }
  return responses
}
