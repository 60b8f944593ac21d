import type { Page } from '@playwright/test'
import { variableSearch } from '#contract/variables.ts'
import { launchChromium, signInOnPage } from '#tests/bench/bench-page.ts'
import { isFound, readQueries } from '#tests/bench/query-lists.ts'
import type { BenchRow } from '#tests/bench/report.ts'
import { signIn, valueOf } from '#tests/support/api-session.ts'
import { startProduct } from '#tests/support/running-product.ts'

const FIRST = 3

/** Typed queries, and whether an expected row is among the first three. */
export async function measureSearch(): Promise<BenchRow[]> {
  const product = await startProduct()
  try {
    return [await missedInCatalog(product.url), await missedInPalette(product.url)]
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
    const items = data.slice(0, FIRST).map(({ variable_name: name }) => withoutForm(name))
    if (!isFound(items, meant)) missed.push(typed)
  }
  return rowOf('catalog searches', { missed, count: queries.length, missesMax: 5 })
}

/** Typed in Chromium on the dashboard. Queries without an expected row show that the list was not made to fit. */
async function missedInPalette(url: string): Promise<BenchRow> {
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await signInOnPage(page, url)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    const queries = readQueries('palette-queries.txt')
    const missed: string[] = []
    for (const { typed, meant } of queries) {
      if (!isFound(await firstInPalette(page, typed), meant)) missed.push(typed)
    }
    const missing = queries.filter(({ meant }) => meant.length === 0).length
    return rowOf('palette searches', { missed, count: queries.length, missesMax: missing + 5 })
  } finally {
    await browser.close()
  }
}

/** The titles of the first rows, once the server has searched too. */
async function firstInPalette(page: Page, typed: string): Promise<readonly string[]> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search commands' }).waitFor()
  const searched = page.waitForResponse('**/variable/search', { timeout: 3_000 }).catch(() => null)
  await page.keyboard.type(typed)
  await searched
  await page.waitForTimeout(50)
  const options = await page
    .getByRole('option')
    .evaluateAll((rows) =>
      rows.map((row) => ({ place: Number(row.ariaPosInSet), title: row.querySelector(':nth-child(2)')?.textContent })),
    )
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const first = options.filter(({ place }) => place <= FIRST)
  return first.flatMap(({ title }) => (title ? [title, withoutForm(title)] : []))
}

/** An item without the prefix of its form and version. */
function withoutForm(name: string): string {
  return name.replace(/^[A-Z]{3}\d?_/, '')
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
