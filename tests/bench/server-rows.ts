import { join } from 'node:path'
import { cohortPreview } from '#contract/cohorts.ts'
import { downloadNew } from '#contract/downloads.ts'
import type { VariableHit } from '#contract/shapes/shapes.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { variableSearch } from '#contract/variables.ts'
import { valueCount } from '#domain/conditions/operators.ts'
import { moreOperators, offeredOperators } from '#domain/data-types.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { percentile, timings, type BenchRow } from '#tests/bench/report.ts'
import { signIn, valueOf, type ApiSession } from '#tests/support/api-session.ts'
import { startProduct } from '#tests/support/running-product.ts'

const RUNS = 200
const ACCOUNT = { username: 'bench', password: 'bench-bench-bench', collections: ['ct'] }

/** Subset preview, catalog search and download over HTTP: on CNP if available, else on the sample data. */
export async function measureServer(): Promise<BenchRow[]> {
  const datasets = process.env['TEST_DATASETS']
  const folder = datasets === undefined ? undefined : join(datasets, 'cnp_ds000030')
  const product = await startProduct({ account: ACCOUNT, ...(folder !== undefined && { importFolder: folder }) })
  const data = folder === undefined ? 'sample data' : 'CNP'
  try {
    const session = await signIn(product.url, ACCOUNT.username, ACCOUNT.password)
    const catalog = valueOf(await session.call(variableSearch, { searchstring: '', searchtype: 'question' })).data
    return [
      await measurePreview(session, catalog, data),
      await measureSearch(session, catalog, data),
      await measureDownload(session, catalog, data),
    ]
  } finally {
    await product.stop()
  }
}

async function measurePreview({ call }: ApiSession, catalog: readonly VariableHit[], data: string): Promise<BenchRow> {
  const usable = catalog.filter((hit) => hit.observations > 0 && offeredOperators(hit.data_type).length > 0)
  const samples = await timings(RUNS, async (run) => {
    const hit = usable[(run * 7) % usable.length]
    if (!hit) throw new Error('The catalog is empty.')
    const operators = [...offeredOperators(hit.data_type), ...moreOperators(hit.data_type)]
    const operator = operators[run % operators.length] ?? 'VALID'
    const value = hit.data_type.includes('date') ? '1990-UU-UU' : '1'
    const values = {
      none: {},
      one: { constraint_value: value },
      two: { constraint_values: [value, value] },
      any: { constraint_values: [value] },
    }
    valueOf(
      await call(cohortPreview, {
        parent_id: ROOT_COHORT_ID,
        cohort_type: 'subset',
        variable: hit.variable_name,
        constraint_type: operator,
        ...values[valueCount(operator)],
      }),
    )
  })
  return { what: `subset preview p95, ${data}`, value: percentile(samples, 0.95), budget: 50, unit: 'ms' }
}

async function measureSearch({ call }: ApiSession, catalog: readonly VariableHit[], data: string): Promise<BenchRow> {
  const words = [...new Set(catalog.flatMap((hit) => hit.question.toLowerCase().match(/[a-z]{3,}/g) ?? []))]
  const samples = await timings(RUNS, async (run) => {
    const [first = '', second = ''] = [words[(run * 13) % words.length], words[(run * 29) % words.length]]
    const text = [first.slice(0, 3), first, `${first} ${second.slice(0, 2)}`][run % 3] ?? first
    valueOf(await call(variableSearch, { searchstring: text, searchtype: 'question' }))
  })
  return { what: `catalog search p95, ${data}`, value: percentile(samples, 0.95), budget: 30, unit: 'ms' }
}

async function measureDownload(session: ApiSession, catalog: readonly VariableHit[], data: string): Promise<BenchRow> {
  const variables = catalog.slice(0, 300).map((hit) => hit.variable_name)
  const set = valueOf(await session.call(variableSetNew, { name: 'Bench', variables }))
  const prepared = valueOf(await session.call(downloadNew, { cohortid: ROOT_COHORT_ID, varsetid: set.id }))
  const query = new URLSearchParams({ downloadid: prepared[0]?.download_id ?? '', filename: 'bench.csv' })
  const samples = await timings(10, async () => {
    const response = await session.fetch(`/api/v0/cohort/downloadstream?${query.toString()}`)
    if (!response.ok) throw new Error(await response.text())
    await response.arrayBuffer()
  })
  return {
    what: `download of ${variables.length} variables p95, ${data}`,
    value: percentile(samples, 0.95),
    budget: 500,
    unit: 'ms',
  }
}
