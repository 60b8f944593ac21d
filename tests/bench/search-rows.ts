import { variableSearch } from '#contract/variables.ts'
import { isFound, readQueries } from '#tests/bench/query-lists.ts'
import type { BenchRow } from '#tests/bench/report.ts'
import { signIn, valueOf } from '#tests/support/api-session.ts'
import { startProduct } from '#tests/support/running-product.ts'

const FIRST = 3

/** Typed queries, and whether an expected row is among the first three. */
export async function measureSearch(): Promise<BenchRow[]> {
  const product = await startProduct()
  try {
    return [await missedInCatalog(product.url)]
  } finally {
    await product.stop()
  }
}

async function missedInCatalog(url: string): Promise<BenchRow> {
  const { call } = await signIn(url, 'researcher', 'demo')
  const queries = readQueries('catalog-queries.txt')
  const missed: string[] = []
  for (const { typed, meant } of queries) {
    const asked = { searchstring: typed, searchtype: 'question' as const, nearest: true }
    const { data } = valueOf(await call(variableSearch, asked))
    const items = data.slice(0, FIRST).map(({ variable_name: name }) => name.replace(/^[A-Z]{3}\d?_/, ''))
    if (!isFound(items, meant)) missed.push(typed)
  }
  return rowOf('catalog searches', { missed, count: queries.length, missesMax: 5 })
}

interface Counted {
  readonly missed: readonly string[]
  readonly count: number
  readonly missesMax: number
}

function rowOf(what: string, { missed, count, missesMax }: Counted): BenchRow {
  console.log(`${what} with an expected row in the first ${FIRST}: ${count - missed.length} of ${count}; not:`, missed)
  return {
    what: `${what} without an expected row in the first ${FIRST}`,
    value: missed.length,
    budget: missesMax,
    unit: 'queries',
  }
}
