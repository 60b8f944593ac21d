import type { Browser, CDPSession, Page } from '@playwright/test'
import * as v from 'valibot'
import { AT_ONCE, launchChromium, signInOnPage } from '#tests/bench/bench-page.ts'
import { measureFilter } from '#tests/bench/filter-rows.ts'
import { questionOf } from '#tests/bench/made-questions.ts'
import { percentile, type BenchRow } from '#tests/bench/report.ts'
import { startProduct } from '#tests/support/running-product.ts'

const TYPED = [
  'mood',
  'onset age',
  'sleep worst',
  'v alcohol',
  'download',
  'c all',
  'new sub',
  'VAR_12',
  'anx',
  'family ev',
]
/** Sixty letters over variables of the demo data; in each round another one, which the page has not counted yet. */
const expressionOf = (round: number) => `MOOD_HIGH_EVER = Yes and SEX = Female and AGE_TODAY >= ${25 + round}.05`
const NAMED = ['MOOD_HIGH_EVER', 'SEX', 'AGE_TODAY']
const EXPRESSION_ROUNDS = 5

/** The Event Timing API reports nothing shorter. */
const SHORTEST_EVENT = 16

/** Palette and panes in Chromium by the Event Timing API: from the key to its frame. */
export async function measurePalette(): Promise<BenchRow[]> {
  const product = await startProduct()
  const browser = await launchChromium(AT_ONCE)
  try {
    const reference = { name: 'a bare field', value: await typeIntoBareField(browser) }
    const rows: BenchRow[] = [...measureFilter()]
    const small = await openProduct(browser, product.url, 6_000)
    const { p95, nodes } = await typeIntoPalette(small.page)
    rows.push({ what: 'palette key to paint p95, 6,000 variables', value: p95, budget: 16, unit: 'ms', reference })
    rows.push({ what: 'palette DOM nodes', value: nodes, budget: 200, unit: 'nodes' })
    const expression = await typeExpression(small.page)
    const typed = `expression of ${expressionOf(0).length} letters, 6,000 variables:`
    rows.push({ what: `${typed} key to paint p95`, value: expression.p95, budget: 16, unit: 'ms', reference })
    rows.push({ what: `${typed} last key to count p95`, value: expression.count, budget: 60, unit: 'ms' })
    await small.cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const slow = await typeIntoPalette(small.page)
    rows.push({
      what: 'palette key to paint p95, 6,000 variables, 4x slower',
      value: slow.p95,
      budget: 60,
      unit: 'ms',
      reference,
    })
    await small.cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    rows.push({ what: 'pane focus and open p95', value: await changePanes(small.page), budget: 50, unit: 'ms' })
    await small.page.context().close()

    const large = await openProduct(browser, product.url, 100_000)
    const many = await typeIntoPalette(large.page)
    rows.push({
      what: 'palette key to paint p95, 100,000 variables',
      value: many.p95,
      budget: 33,
      unit: 'ms',
      reference,
    })
    return rows
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** Signs in with a catalog of that size, and waits until the palette has loaded it. */
async function openProduct(browser: Browser, url: string, count: number): Promise<{ page: Page; cdp: CDPSession }> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  const cdp = await page.context().newCDPSession(page)
  const names = [...NAMED, ...Array.from({ length: count - NAMED.length }, (_, index) => `VAR_${index}`)]
  const whole = JSON.stringify({ data: names.map(hit) })
  await page.route('**/api/v0/variable/search', async (route) => {
    const isWhole = route.request().postDataJSON()?.searchstring === ''
    await route.fulfill({ contentType: 'application/json', body: isWhole ? whole : '{"data":[]}' })
  })
  await signInOnPage(page, url)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('v ')
  await page.getByRole('option').first().waitFor({ timeout: 60_000 })
  await page.keyboard.type('mood')
  // Folding runs in idle time.
  await page.waitForTimeout(count / 25)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  return { page, cdp }
}

function hit(variable_name: string, index: number) {
  return {
    variable_name,
    variable_type: 'variable',
    data_type: 'categorical',
    observations: index,
    question: questionOf(index),
  }
}

async function typeIntoPalette(page: Page): Promise<{ p95: number; nodes: number }> {
  let nodes = 0
  const durations: number[] = []
  for (const text of TYPED) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.waitForTimeout(300)
    durations.push(
      ...(await durationsOf(page, [...text.split(''), 'ArrowDown', 'ArrowDown', 'PageDown', 'Control+End'])),
    )
    nodes = Math.max(nodes, await page.getByRole('dialog').evaluate((dialog) => dialog.querySelectorAll('*').length))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  return { p95: percentile(durations, 0.95), nodes }
}

/** Each key of an expression, and from the last one to its count, which the server answers. */
async function typeExpression(page: Page): Promise<{ p95: number; count: number }> {
  const durations: number[] = []
  const counts: number[] = []
  for (let round = 0; round < EXPRESSION_ROUNDS; round++) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    await page.waitForTimeout(300)
    const expression = expressionOf(round)
    const last = expression.at(-1) ?? ''
    durations.push(...(await durationsOf(page, expression.slice(0, -1).split(''))))
    await page.getByRole('option', { name: COUNTED }).waitFor()
    await page.evaluate(watchForCount, last)
    await page.keyboard.press(last)
    counts.push(v.parse(v.number(), await page.evaluate('window.countTime')))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  return { p95: percentile(durations, 0.95), count: percentile(counts, 0.95) }
}

const COUNTED = /^Count: [\d,]+ of/

/** In the page: milliseconds from a key to the count after it, which first reads "Count: …". */
function watchForCount(key: string): void {
  const countTime = new Promise((resolve) => {
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== key) return
        const begun = performance.now()
        let isWaiting = false
        const observer = new MutationObserver(() => {
          const text = document.querySelector('[role="option"]')?.textContent ?? ''
          if (text.startsWith('Count: …')) isWaiting = true
          if (!isWaiting || !/^Count: [\d,]+ of/.test(text)) return
          observer.disconnect()
          resolve(performance.now() - begun)
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
      },
      { capture: true, once: true },
    )
  })
  Object.assign(window, { countTime })
}

/** Baseline: a key in an empty page on this machine. */
async function typeIntoBareField(browser: Browser): Promise<number> {
  const page = await browser.newPage()
  await page.setContent('<input autofocus>')
  await page.locator('input').focus()
  const durations = await durationsOf(page, 'the quick brown fox jumps over the lazy dog'.split(''))
  await page.close()
  return percentile(durations, 0.95)
}

async function changePanes(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'Cohorts' }).first().click()
  await page.getByRole('heading', { name: 'Cohorts' }).waitFor()
  await page.waitForTimeout(3_000)
  const durations: number[] = []
  for (let round = 0; round < 10; round++) {
    for (const keys of [['p', 's'], ['Shift+F6'], ['F6'], ['p', '1'], ['p', 'w']]) {
      const [last = ''] = keys.slice(-1)
      for (const key of keys.slice(0, -1)) await page.keyboard.press(key)
      durations.push(...(await durationsOf(page, [last])))
    }
  }
  return percentile(durations, 0.95)
}

/** Milliseconds from each key to its frame, by the Event Timing API. Its release, which comes at once here, changes nothing. */
async function durationsOf(page: Page, keys: readonly string[]): Promise<number[]> {
  const durations: number[] = []
  for (const key of keys) {
    durations.push(await timedPress(page, key))
  }
  return durations
}

async function timedPress(page: Page, key: string): Promise<number> {
  await page.evaluate((shortest) => {
    const found: number[] = []
    const observer = new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (/keydown|keypress|input/.test(name)) found.push(duration)
    })
    observer.observe(Object.assign({ type: 'event' }, { durationThreshold: shortest }))
    const longest = () => (observer.disconnect(), Math.max(0, ...found))
    Object.assign(window, { longestKey: () => new Promise((resolve) => setTimeout(() => resolve(longest()), 60)) })
  }, SHORTEST_EVENT)
  await page.keyboard.press(key)
  const entries: unknown = await page.evaluate('window.longestKey()')
  return typeof entries === 'number' && entries > 0 ? entries : SHORTEST_EVENT / 2
}
