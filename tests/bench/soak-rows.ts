import type { CDPSession, Page } from '@playwright/test'
import { launchChromium, signInOnPage } from '#tests/bench/bench-page.ts'
import type { BenchRow } from '#tests/bench/report.ts'
import { startProduct } from '#tests/support/running-product.ts'

/** Share of the time before the first measurement: caches with a lifetime of minutes are filled then. */
const WARM_UP = 0.2
const MINUTE = 60_000
const MEGABYTE = 1e6

/** Heap of the page after garbage collection. */
interface HeapSample {
  readonly heap: number
  readonly nodes: number
  readonly listeners: number
}

/** One user in one page, the same round of screens repeatedly: memory must not grow. */
export async function measureSoak(minutes: number): Promise<BenchRow[]> {
  const product = await startProduct()
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const cdp = await page.context().newCDPSession(page)
    await signInOnPage(page, product.url)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    const begun = performance.now()
    let rounds = 0
    const until = async (share: number) => {
      for (; performance.now() < begun + share * minutes * MINUTE; rounds++) await round(page)
    }
    await until(WARM_UP)
    const before = await heapSample(cdp)
    await until(1)
    const after = await heapSample(cdp)
    const after1 = `after ${rounds} rounds in ${minutes} minutes`
    const times = (name: keyof HeapSample) => after[name] / before[name]
    console.log(
      `Heap ${(before.heap / MEGABYTE).toFixed(1)} to ${(after.heap / MEGABYTE).toFixed(1)} MB, nodes ${before.nodes} to ${after.nodes}.`,
    )
    return [
      { what: `heap ${after1}, ratio`, value: times('heap'), budget: 1.1, unit: 'x' },
      { what: `DOM nodes ${after1}, ratio`, value: times('nodes'), budget: 1.1, unit: 'x' },
      { what: `event listeners ${after1}, ratio`, value: times('listeners'), budget: 1.1, unit: 'x' },
    ]
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** Catalog, a variable beside it, cohorts, palette, and back to the dashboard, by keys. */
async function round(page: Page): Promise<void> {
  await keys(page, 'g', 'v')
  await page.getByRole('grid').first().waitFor()
  await page.getByLabel('Search names and questions').fill('mood')
  await page.locator('[data-answers="mood"]').waitFor()
  await keys(page, 'ArrowDown', 'Enter')
  await page.waitForURL(/\/variables\/(?!all)/)
  await keys(page, 'p', 's')
  await page.waitForURL(/beside=/)
  await keys(page, 'g', 'c')
  await page.getByRole('heading', { name: 'Cohorts' }).first().waitFor()
  await keys(page, 'p', 'w')
  await page.waitForURL((url) => !url.searchParams.has('beside'))
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('sleep')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await keys(page, 'g', 'd')
  await page.getByRole('heading', { name: 'Dashboard' }).first().waitFor()
}

async function keys(page: Page, ...pressed: readonly string[]): Promise<void> {
  for (const key of pressed) await page.keyboard.press(key)
}

async function heapSample(cdp: CDPSession): Promise<HeapSample> {
  await cdp.send('HeapProfiler.enable')
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize: heap } = await cdp.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners: listeners } = await cdp.send('Memory.getDOMCounters')
  return { heap, nodes, listeners }
}
