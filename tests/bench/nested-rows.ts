import { cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { variableSearch, type SearchFilter } from '#contract/variables.ts'
import { residentMegabytes, startOnStudy } from '#tests/bench/bench-server.ts'
import { BENCH_ACCOUNT } from '#tests/bench/large-study.ts'
import type { BenchRow } from '#tests/bench/report.ts'
import { watchMemory } from '#tests/bench/watch-memory.ts'
import { signIn, valueOf, type ApiSession } from '#tests/support/api-session.ts'
import { callsTouching, chainOf, gridOf, type NestedDraft } from '#tests/support/nested-variables.ts'

const LEVELS = 10
const WIDTH = 20
/** The kind of a column in the large study depends on its index and form: these hold categories, the other a number. */
const CATEGORIES = Array.from({ length: WIDTH }, (_, place) => `F${1 + place}_V${(8 * (1 + place)) % 19}`)
const NUMBER = 'F1_V12'

/**
 * Nested custom variables, ten levels: downcodes of twenty values, and twenty variables a level that each depend on all
 * twenty below. Each request evaluates the top one, sequentially.
 */
export async function measureNested(): Promise<BenchRow[]> {
  const product = await startOnStudy()
  try {
    const session = await signIn(product.url, BENCH_ACCOUNT.username, BENCH_ACCOUNT.password)
    const filter = await narrowOnce(session)
    const atRest = residentMegabytes(product.pid)
    const rows: BenchRow[] = []
    for (const [shape, drafts] of [
      ['downcodes of 20 values', chainOf(NUMBER, { levels: LEVELS, values: WIDTH })],
      ['20 of 20 sources a level', gridOf(CATEGORIES, LEVELS)],
    ] as const) {
      const memory = watchMemory(product.pid)
      const calls = await timesOf(session, drafts, filter)
      const slowest = calls.reduce((one, other) => (one.milliseconds > other.milliseconds ? one : other))
      console.log(
        `${LEVELS} levels, ${shape}: ${calls.map(({ what, milliseconds }) => `${what} ${Math.round(milliseconds)} ms`).join(', ')}`,
      )
      const what = `${LEVELS} levels of ${shape}`
      rows.push(
        { what: `${what}, slowest call (${slowest.what})`, value: slowest.milliseconds, budget: 1_000, unit: 'ms' },
        {
          what: `${what}, memory of the server at most`,
          value: memory.stop(),
          budget: 1_024,
          unit: 'MB',
          reference: { name: 'before', value: atRest },
        },
      )
    }
    return rows
  } finally {
    await product.stop()
  }
}

/** Facets are warmed up: they read all answers. */
async function narrowOnce({ call }: ApiSession): Promise<SearchFilter> {
  const draft = { parent_id: 1, cohort_type: 'subset', variable: NUMBER, constraint_type: 'VALID' } as const
  const { new_cohort_id: cohortid } = valueOf(await call(cohortNew, { ...draft, name: 'Answered' }))
  const filter = { collection: 'bp', cohortid }
  valueOf(await call(variableSearch, { searchstring: '', searchtype: 'question', facets: true, filter, limit: 1 }))
  return filter
}

async function timesOf(session: ApiSession, drafts: readonly NestedDraft[], filter: SearchFilter) {
  for (const draft of drafts) valueOf(await session.call(constructNew, draft))
  const draft = drafts.at(-1)
  if (!draft) return []
  const times: { readonly what: string; readonly milliseconds: number }[] = []
  for (const { what, work } of callsTouching({ ...session, draft, cross: CATEGORIES[0] ?? '', filter })) {
    const start = performance.now()
    await work()
    times.push({ what, milliseconds: performance.now() - start })
  }
  return times
}
