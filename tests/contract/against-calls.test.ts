import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { variableAgainst, type TwoVariables } from '#contract/against.ts'
import { cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { variableDistribution } from '#contract/variables.ts'
import { mayRead } from '#domain/access.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { figuresOfScipy } from '#tests/support/scipy.ts'
import { SCIPY } from '#tests/support/script-tools.ts'
import { serveStudy } from '#tests/support/serve-study.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { loadStudy, type Study } from '#tests/support/study.ts'
import { ACCOUNTS } from '#tests/support/test-server.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

/** An individual: collection, two numbers, two categories. Null: no answer. */
type Row = readonly [collection: string, x: string | null, y: string | null, g: string | null, h: string | null]

function studyOf(rows: readonly Row[]): Study {
  const withoutNulls = (answers: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(Object.entries(answers).flatMap(([name, answer]) => (answer === null ? [] : [[name, answer]])))
  const ids = rows.map((_, nth) => `P${10_000 + nth}`)
  return {
    participants: rows.map(([collection], nth) => ({ id: ids[nth] ?? '', family: null, collection, study: '1' })),
    forms: [
      {
        instrument: 'A',
        version: '1',
        variables: [
          { name: 'X', dataType: 'numberrange' },
          { name: 'G', dataType: 'categorical', possibleValues: ['1', '2', '3'] },
          { name: 'T', dataType: 'text' },
        ],
        records: Object.fromEntries(
          rows.map(([, X, , G], nth) => [ids[nth], withoutNulls({ X: X ?? null, G: G ?? null })]),
        ),
      },
      {
        instrument: 'B',
        version: '1',
        variables: [
          { name: 'Y', dataType: 'numberrange' },
          { name: 'H', dataType: 'categorical', possibleValues: ['b', 'a'] },
          { name: 'MANY', dataType: 'categorical', possibleValues: Array.from({ length: 25 }, (_, nth) => `${nth}`) },
        ],
        records: Object.fromEntries(
          rows.map(([, , Y, , H], nth) => [ids[nth], withoutNulls({ Y: Y ?? null, H: H ?? null })]),
        ),
      },
    ],
  }
}

async function against(call: WireCall, one: string, other: string, cohortid?: number): Promise<TwoVariables> {
  return valueOf(await call(variableAgainst, { variable_name: one, other_variable_name: other, cohortid }))
}

function matrixOf({ axes, cells }: TwoVariables): number[] {
  const [rows = 0, columns = 0] = axes.map(({ values, bins }) => (values ?? bins ?? []).length)
  const matrix = Array.from({ length: rows * columns }, () => 0)
  for (const [row, column, individuals] of cells) matrix[row * columns + column] = individuals
  return matrix
}

/** By numpy and scipy: both answered, missing of each and either, r, rho, and the counts of at most 24 bins of each number. */
const TABLE = `
def edges(v):
    low, high = v.min(), v.max()
    if (v == np.floor(v)).all():
        width = math.ceil((high - low + 1) / 24)
        return low + width * np.arange(math.ceil((high - low + 1) / width) + 1) - 0.5
    for width in (0.5, 1, 2, 2.5, 5):
        first, last = math.floor(low / width), math.floor(high / width)
        if last - first < 24: return width * np.arange(first, last + 2)
def table(pairs):
    a = np.array([[math.nan if v is None else v for v in pair] for pair in pairs], dtype=float).reshape(-1, 2)
    known = ~np.isnan(a)
    both = a[known.all(axis=1)]
    n = [len(both), (~known[:, 0]).sum(), (~known[:, 1]).sum(), len(a) - len(both)]
    if len(both) == 0: return n
    counts = np.histogram2d(both[:, 0], both[:, 1], [edges(both[:, i]) for i in (0, 1)])[0].flatten()
    varies = len(both) > 1 and np.ptp(both[:, 0]) > 0 and np.ptp(both[:, 1]) > 0
    r = [stats.pearsonr(*both.T)[0], stats.spearmanr(*both.T)[0]] if varies else [math.nan, math.nan]
    return [*n, *r, *counts]
`

// Halves, and ties are frequent.
const half: fc.Arbitrary<string | null> = fc.option(fc.integer({ min: -40, max: 40 }).map((value) => String(value / 2)))
const whole: fc.Arbitrary<string | null> = fc.option(fc.nat(90).map(String))
const row: fc.Arbitrary<Row> = fc.tuple(
  fc.constantFrom('au', 'bp', 'sz'),
  half,
  whole,
  fc.constantFrom(null, '1', '2', '9'),
  fc.constantFrom(null, 'a', 'b'),
)
const SEEDED = { numRuns: 12, seed: 53 }

test.runIf(SCIPY)('numpy and scipy agree on bins and correlations, for each cohort and reader', async () => {
  const server = await serveStudy(studyOf([]))
  const cases: { shown: TwoVariables; pairs: (number | null)[][] }[] = []
  for (const [nth, studied] of fc.sample(fc.array(row, { minLength: 1, maxLength: 60 }), SEEDED).entries()) {
    await loadStudy(server.database, studyOf(studied))
    const account = ACCOUNTS[nth % 3] ?? ACCOUNTS[0]
    const call = await server.callAs(account.username)
    const read = studied.filter(([collection]) => mayRead(account, collection))
    cases.push({ shown: await against(call, 'X', 'Y'), pairs: pairsOf(read) })
    if (!studied.some(([, , , group]) => group === '1')) continue
    const draft = {
      parent_id: 1,
      cohort_type: 'subset',
      variable: 'G',
      constraint_type: 'EQ',
      constraint_value: '1',
    } as const
    const { new_cohort_id: id } = valueOf(await call(cohortNew, { ...draft, name: `Ones ${nth}` }))
    cases.push({ shown: await against(call, 'X', 'Y', id), pairs: pairsOf(read.filter(([, , , g]) => g === '1')) })
  }
  const computed = figuresOfScipy(
    'table(case)',
    cases.map(({ pairs }) => pairs),
    TABLE,
  )
  expect(computed).toHaveLength(cases.length)
  expect(computed.filter((figures) => figures.length > 6).length).toBeGreaterThan(cases.length / 2)
  for (const [nth, { shown }] of cases.entries()) {
    const [answered, first, second, either, pearson, spearman, ...counts] = computed[nth] ?? []
    expect([shown.answered, ...shown.missing]).toEqual([answered, first, second, either])
    expect(eachPoint(shown)).toEqual(completePairs(cases[nth]?.pairs ?? []))
    if (counts.length === 0) continue
    expect(matrixOf(shown)).toEqual(counts)
    for (const [found, expected] of [
      [shown.correlation?.pearson, pearson],
      [shown.correlation?.spearman, spearman],
    ]) {
      if (expected == null) expect(found).toBeNull()
      else expect(found).toBeCloseTo(expected, 9)
    }
  }
})

function pairsOf(rows: readonly Row[]): (number | null)[][] {
  return rows.map(([, x, y]) => [x === null ? null : Number(x), y === null ? null : Number(y)])
}

const inOrder = ([x, y]: readonly number[], [otherX, otherY]: readonly number[]) =>
  (x ?? 0) - (otherX ?? 0) || (y ?? 0) - (otherY ?? 0)

/** The two answers of each individual, in order. */
function eachPoint({ points }: TwoVariables): number[][] {
  return (points ?? []).flatMap(([x, y, individuals]) => Array.from({ length: individuals }, () => [x, y]))
}

function completePairs(pairs: readonly (readonly (number | null)[])[]): number[][] {
  const complete = pairs.map((pair) => pair.filter((value) => value !== null)).filter(({ length }) => length === 2)
  return complete.toSorted(inOrder)
}

test('2,000 individuals have points, and one more has bins only', async () => {
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, nth): Row => ['bp', String(nth / 2), String(nth % 7), '1', null])
  const server = await serveStudy(studyOf(rowsOf(2_000)))
  const call = await server.callAs('researcher')
  expect((await against(call, 'X', 'Y')).points).toEqual(rowsOf(2_000).map(([, x, y]) => [Number(x), Number(y), 1]))
  expect((await against(call, 'X', 'G')).points).toBeNull()
  await loadStudy(server.database, studyOf(rowsOf(2_001)))
  expect(await against(call, 'X', 'Y')).toMatchObject({ answered: 2_001, points: null })
})

test('categories are counted by value, those beside the dictionary last, and missing answers apart', async () => {
  const rows: Row[] = [
    ['bp', null, null, '1', 'a'],
    ['bp', null, null, '1', 'a'],
    ['au', null, null, '9', 'b'],
    ['au', null, null, '2', null],
    ['bp', null, null, null, null],
  ]
  const server = await serveStudy(studyOf(rows))
  const all = await against(await server.callAs('researcher'), 'G', 'H')
  expect(all).toEqual({
    axes: [
      { variable_name: 'G', data_type: 'categorical', values: ['1', '2', '3', '9'], bins: null },
      { variable_name: 'H', data_type: 'categorical', values: ['b', 'a'], bins: null },
    ],
    cells: [
      [0, 1, 2],
      [3, 0, 1],
    ],
    points: null,
    answered: 3,
    missing: [1, 2, 2],
    correlation: null,
    only_readable: false,
    left_out: [],
  })
  const readable = await against(await server.callAs('researcher'), 'G', 'X')
  expect(readable).toMatchObject({ only_readable: true, left_out: ['au'], answered: 0, correlation: null })
})

test('a number by a category has the bins of the number', async () => {
  const rows: Row[] = [
    ['bp', '1', null, '1', null],
    ['bp', '3', null, '1', null],
    ['bp', '3', null, '2', null],
  ]
  const call = await (await serveStudy(studyOf(rows))).callAs('admin')
  expect(await against(call, 'X', 'G')).toMatchObject({
    axes: [
      {
        bins: [
          { from: 1, to: 1 },
          { from: 2, to: 2 },
          { from: 3, to: 3 },
        ],
      },
      { values: ['1', '2', '3'] },
    ],
    cells: [
      [0, 0, 1],
      [2, 0, 1],
      [2, 1, 1],
    ],
  })
})

test('bins of fractions are multiples of the step of the answers', async () => {
  const server = await serveStudy(studyOf([]))
  const widthOf = async (answers: readonly string[]) => {
    const rows = answers.map((answer): Row => ['bp', answer, '1', '1', 'a'])
    await loadStudy(server.database, studyOf([...rows, ['bp', null, '2', '1', 'a']]))
    const call = await server.callAs('admin')
    const { from = NaN, to = NaN } = (await against(call, 'X', 'Y')).axes[0].bins?.[0] ?? {}
    const spreads = valueOf(await call(variableDistribution, { variable_name: 'X', cohortids: [1], bins: 24 })).data
    expect(spreads[0]?.bins?.[0]).toMatchObject({ from, to })
    return [from, to]
  }
  // A 24th of 0.9 is 0.0375, of 5.2 it is 0.217.
  expect(await widthOf(['5.6', '5.9', '6.5'])).toEqual([5.6, 5.7])
  expect(await widthOf(['5.6', '5.9', '10.8'])).toEqual([5.5, 6])
  expect(await widthOf(['5.61', '5.9', '10.8'])).toEqual([5.5, 5.75])
  expect(await widthOf(['-0.25', '0.5', '1'])).toEqual([-0.25, 0])
  expect(await widthOf(['0.2', '0.4', '1'])).toEqual([0.2, 0.4])
  expect(await widthOf(['0.000002', '0.000003'])).toEqual([0.000002, 0.000003])
  // More than six decimals have no step.
  expect(await widthOf(['0.0000001', '2.3'])).toEqual([0, 0.1])
  expect(await widthOf(['0.5', '1e200'])).toEqual([0, 5e198])
})

test('scores and custom variables are drawn like others, and huge numbers have ranks only', async () => {
  const rows: Row[] = [
    ['bp', '1e200', '1', '1', 'a'],
    ['bp', '3', '2', '1', 'b'],
    ['bp', '-2', '9', '2', 'b'],
  ]
  const call = await (await serveStudy(studyOf(rows))).callAs('admin')
  expect((await against(call, 'X', 'Y')).correlation).toMatchObject({ pearson: null, spearman: -1 })
  const score = { construct_type: 'score' as const, variables: [], values: [], description: '' }
  valueOf(await call(constructNew, { ...score, name: 'TWICE', formula: 'Y * 2' }))
  const twice = await against(call, 'Y', 'TWICE')
  expect(twice.answered).toBe(3)
  expect(twice.correlation?.pearson).toBeCloseTo(1, 12)
  expect(twice.correlation?.spearman).toBeCloseTo(1, 12)
})

test('refuses what cannot be drawn', async () => {
  const call = await (await serveStudy(studyOf([['bp', '1', '2', '1', 'a']]))).callAs('researcher')
  const status = async (one: string, other: string, cohortid = 1) => {
    const result = await call(variableAgainst, { variable_name: one, other_variable_name: other, cohortid })
    return result.ok ? 200 : result.status
  }
  expect(await status('X', 'X')).toBe(422)
  expect(await status('X', 'T')).toBe(422)
  expect(await status('X', 'MANY')).toBe(422)
  expect(await status('X', 'NOWHERE')).toBe(404)
  expect(await status('X', 'Y', 99)).toBe(404)
  expect(await status('X', 'Y')).toBe(200)
})

/** Twelve individuals with two numbers; the first six are pairs of relatives. */
function familiesStudy(): Study {
  const xs = [11, 17, 12, 19, 14, 23, 10, 21, 15, 18, 13, 25]
  const ys = [3, 8, 4, 4, 6, 9, 5, 7, 2, 9, 6, 8]
  const study = studyOf(xs.map((x, nth) => ['bp', `${x}`, `${ys[nth] ?? 0}`, null, null]))
  const participants = study.participants.map((person, nth) => ({
    ...person,
    family: nth < 6 ? `F${Math.floor(nth / 2)}` : null,
  }))
  return { ...study, participants }
}

/** Coefficients and p values of all individuals, then of each of the eight samples: the output of against-calls.R. */
const REFERENCE: readonly (readonly number[])[] = [
  [0.635378480242, 0.026402118399, 0.616212463303, 0.032867323707],
  [0.65342094641, 0.056323757386, 0.644357104742, 0.061032957699],
  [0.58945020437, 0.094840099594, 0.705907277725, 0.033579307296],
  [0.540800149314, 0.132730137022, 0.493728171166, 0.176759832299],
  [0.428585395732, 0.249739532958, 0.428586561476, 0.249738103153],
  [0.734213924298, 0.024294485099, 0.68619847518, 0.041242467803],
  [0.663983431209, 0.051134870933, 0.722714593862, 0.027830239888],
  [0.642932800854, 0.061794791828, 0.594147460217, 0.091583365701],
  [0.526896008414, 0.144974991087, 0.521026800226, 0.150334815114],
]

test('a correlation of relatives has no p value; a seed draws one member of each family', async () => {
  const call = await (await serveStudy(familiesStudy())).callAs('admin')
  const correlationBy = async (family_seed?: number) => {
    const asked = { variable_name: 'X', other_variable_name: 'Y', cohortid: 1, family_seed }
    return valueOf(await call(variableAgainst, asked)).correlation
  }
  const figuresOf = (shown: TwoVariables['correlation']) =>
    [shown?.pearson, shown?.pearson_p, shown?.spearman, shown?.spearman_p].map((one) => one ?? -9)
  const isNear = (row: readonly number[], shown: readonly number[]) =>
    row.every((value, place) => Math.abs(value - (shown[place] ?? -9)) < 1e-9)
  const all = await correlationBy()
  expect(all).toMatchObject({ pearson_p: null, spearman_p: null, tested: 12, families: 9, related_families: 3 })
  expect(isNear([REFERENCE[0]?.[0] ?? 0, -9, REFERENCE[0]?.[2] ?? 0, -9], figuresOf(all))).toBe(true)
  const drawn = await correlationBy(1)
  expect(drawn).toMatchObject({ tested: 9, families: 9, related_families: 3 })
  expect(await correlationBy(1)).toEqual(drawn)
  const samples = new Set<string>()
  for (let seed = 1; seed <= 12; seed++) {
    const shown = figuresOf(await correlationBy(seed))
    samples.add(shown.join(' '))
    expect(REFERENCE.slice(1).some((row) => isNear(row, shown))).toBe(true)
  }
  expect(samples.size).toBeGreaterThan(1)
})

test('a correlation of independent individuals has p values', async () => {
  const study = familiesStudy()
  const participants = study.participants.map((person) => ({ ...person, family: null }))
  const call = await (await serveStudy({ ...study, participants })).callAs('admin')
  const { correlation } = await against(call, 'X', 'Y')
  expect(correlation).toMatchObject({ families: 12, related_families: 0 })
  expect(correlation?.pearson_p).toBeCloseTo(REFERENCE[0]?.[1] ?? 0, 9)
  expect(correlation?.spearman_p).toBeCloseTo(REFERENCE[0]?.[3] ?? 0, 9)
})
