import { execFileSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { cohortNew } from '#contract/cohorts.ts'
import { variableSearch } from '#contract/variables.ts'
import type { BenchRow } from '#tests/bench/report.ts'
import { signIn, valueOf } from '#tests/support/api-session.ts'
import { startProduct } from '#tests/support/running-product.ts'

/** The read-ahead of the start. */
const SETTLING_MILLISECONDS = 8_000

/** Of a large part of the individuals, of some and of few. */
const COHORTS = [
  { variable: 'SEX', constraint_type: 'VALID' },
  { variable: 'AGE_TODAY', constraint_type: 'GT', constraint_value: '40' },
  { variable: 'MOOD_HIGH_EVER', constraint_type: 'EQ', constraint_value: '1' },
] as const

/** The first search filtered by each cohort, by an account that may read one collection, with suppressed counts. */
export async function measureSuppressed(): Promise<BenchRow[]> {
  const isMade = process.env['MADE_DATA'] !== undefined
  const environment = {
    DEMO_SCALE: process.env['DEMO_SCALE'] ?? '1',
    UNREADABLE_COUNTS: 'suppressed',
    MIN_CELL: '10',
  }
  const product = await startProduct({ isFirstStart: !isMade, environment })
  try {
    await product.readyTime
    execFileSync('node', ['src/server/cli/run.mjs', 'user', 'collections', 'newcomer', 'bp'], {
      env: { ...process.env, DATA_DIR: product.dataFolder },
    })
    await setTimeout(SETTLING_MILLISECONDS)
    const { call } = await signIn(product.url, 'newcomer', 'demo')
    const search = { searchstring: '', searchtype: 'question', facets: true, limit: 50 } as const
    valueOf(await call(variableSearch, search))
    const times: number[] = []
    for (const cohort of COHORTS) {
      const draft = { ...cohort, parent_id: 1, cohort_type: 'subset', name: `Bench ${cohort.variable}` } as const
      const { new_cohort_id: cohortid } = valueOf(await call(cohortNew, draft))
      const begun = performance.now()
      valueOf(await call(variableSearch, { ...search, filter: { cohortid } }))
      times.push(performance.now() - begun)
    }
    console.log(`First searches filtered by a cohort: ${times.map((time) => Math.round(time)).join(', ')} ms.`)
    const what = 'the first search filtered by a cohort, suppressed counts, the slowest'
    return [{ what, value: Math.max(...times), budget: 1_000, unit: 'ms' }]
  } finally {
    await product.stop()
  }
}
