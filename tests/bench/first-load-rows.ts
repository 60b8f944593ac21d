import type { BrowserContext } from '@playwright/test'
import * as v from 'valibot'
import { serveBarePage } from '#tests/bench/bare-page.ts'
import { launchChromium, signInOnPage } from '#tests/bench/bench-page.ts'
import { percentile, type BenchRow } from '#tests/bench/report.ts'
import { startProduct } from '#tests/support/running-product.ts'

const LOADS = 7
const SPEEDS = [
  { slower: 1, budget: 500 },
  { slower: 4, budget: 1_300 },
] as const

/** The palette's time at 4x as a multiple of a bare page's. */
const OF_BARE_PAGE = 3.5

/** The dashboard with an empty cache: first paint, and the palette's first rows; beside a page of React alone. */
export async function measureFirstLoad(): Promise<BenchRow[]> {
  const product = await startProduct()
  const bare = await serveBarePage()
  const browser = await launchChromium()
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await signInOnPage(await context.newPage(), product.url)
    const rows: BenchRow[] = []
    for (const { slower, budget } of SPEEDS) {
      const loads: Load[] = []
      const bareLoads: Load[] = []
      for (let load = 0; load < LOADS; load++) {
        loads.push(await loadOnce(context, product.url, slower))
        bareLoads.push(await loadOnce(context, bare.url, slower))
      }
      const device = slower === 1 ? '' : `, ${slower}x slower`
      const reference = { name: 'a bare page of React', value: median(bareLoads, 'answered') }
      const answered = median(loads, 'answered')
      rows.push({
        what: `first load, first contentful paint${device}`,
        value: median(loads, 'painted'),
        budget,
        unit: 'ms',
      })
      rows.push({ what: `first load, palette answers${device}`, value: answered, budget, unit: 'ms', reference })
      if (slower > 1) {
        const what = `first load, palette answers${device}, of a bare page of React`
        rows.push({ what, value: answered / reference.value, budget: OF_BARE_PAGE, unit: 'x' })
      }
    }
    return rows
  } finally {
    await browser.close()
    await bare.stop()
    await product.stop()
  }
}

function median(loads: readonly Load[], name: keyof Load): number {
  return percentile(
    loads.map((load) => load[name]),
    0.5,
  )
}

const Load = v.object({ painted: v.number(), answered: v.number() })
type Load = v.InferOutput<typeof Load>

async function loadOnce(context: BrowserContext, url: string, slower: number): Promise<Load> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.addInitScript(() => {
    let answered = 0
    const init = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }
    // The key is pressed repeatedly; the first one that is handled counts.
    const timer = setInterval(() => {
      const isTaken = document.body && !document.body.dispatchEvent(new KeyboardEvent('keydown', init))
      if (isTaken) clearInterval(timer)
    }, 5)
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[role=dialog] [role=option]')) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => (answered = performance.now())))
    }).observe(document, { subtree: true, childList: true })
    Object.assign(window, {
      load: () => {
        const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
        return answered > 0 && painted !== undefined ? { painted, answered } : null
      },
    })
  })
  await page.goto(url)
  const load = await page.waitForFunction(() => Reflect.get(window, 'load')(), undefined, { polling: 50 })
  const times = v.parse(Load, await load.jsonValue())
  await page.close()
  return times
}
