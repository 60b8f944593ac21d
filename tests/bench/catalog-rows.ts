import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import * as v from 'valibot'
import { variableSearch } from '#contract/variables.ts'
import { AT_ONCE, launchChromium, signInOnPage } from '#tests/bench/bench-page.ts'
import { benchDatabase, serveBench } from '#tests/bench/bench-server.ts'
import { catalogEntries, fillCatalog } from '#tests/bench/catalog-study.ts'
import { BENCH_ACCOUNT } from '#tests/bench/large-study.ts'
import { percentile, timings, type BenchRow } from '#tests/bench/report.ts'
import { signIn } from '#tests/support/api-session.ts'

/** As many as in dictionaries_cc0. */
const MANY = 91_344
const BUDGETS = [
  { count: 6_000, painted: 80, answered: 30 },
  { count: MANY, painted: 120, answered: 100 },
] as const
const TYPED = ['depression', 'age first', 'sleep problem', 'family history', 'anxiety score', 'total', 'child alcohol']

/** Catalog search while typing: the API's response, and the rendered result. */
export async function measureCatalog(): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const { count, painted, answered } of BUDGETS) {
    const { database, remove } = await benchDatabase()
    await fillCatalog(database, catalogEntries(count))
    const server = await serveBench(database, resolve('dist/client'))
    try {
      const size = `${count.toLocaleString('en')} variables`
      const api = percentile(await answerTimes(server.address), 0.95)
      rows.push({
        what: `catalog search with facets, API response p95, ${size}`,
        value: api,
        budget: answered,
        unit: 'ms',
      })
      const screen = percentile(await paintedTimes(server.address), 0.95)
      rows.push({ what: `catalog search painted p95, ${size}`, value: screen, budget: painted, unit: 'ms' })
    } finally {
      await server.stop()
      remove()
    }
  }
  return rows
}

/** Every prefix of the text, as the catalog's screen requests it. */
export async function answerTimes(address: string): Promise<number[]> {
  const { fetch } = await signIn(address, BENCH_ACCOUNT.username, BENCH_ACCOUNT.password)
  const texts = TYPED.flatMap((text) => Array.from(text, (_, place) => text.slice(0, place + 1)))
  const headers = { 'content-type': 'application/json' }
  return timings(texts.length, async (run) => {
    const asked = {
      searchstring: texts[run % texts.length],
      searchtype: 'question',
      facets: true,
      filter: {},
      limit: 100,
    }
    const answer = await fetch(`/api/v0${variableSearch.path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(asked),
    })
    await answer.text()
  })
}

async function paintedTimes(address: string): Promise<number[]> {
  const browser = await launchChromium(AT_ONCE)
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await signInOnPage(page, `${address}/variables/all`, BENCH_ACCOUNT)
    await page.getByRole('grid').waitFor({ timeout: 60_000 })
    await recordTimes(page)
    // The first runs are discarded: the browser compiles its code.
    await typeAndTime(page, 'mood')
    const samples: number[] = []
    for (const text of TYPED) samples.push(...(await typeAndTime(page, text)))
    return samples
  } finally {
    await browser.close()
  }
}

async function recordTimes(page: Page): Promise<void> {
  await page.evaluate(() => {
    let pressed = 0
    const painted = new Map<string, number>()
    const waiting = new Map<string, () => void>()
    // Reported by the page, because polling slows the page down.
    const times = {
      has: (text: string) => painted.has(text),
      sincePressed: async (text: string) => {
        if (!painted.has(text)) await new Promise<void>((resolve) => waiting.set(text, resolve))
        return (painted.get(text) ?? Number.NaN) - pressed
      },
    }
    Object.assign(window, { times })
    document.addEventListener('keydown', (event) => (pressed = event.timeStamp), { capture: true })
    const note = () => {
      const answers = document.querySelector('[data-answers]')?.getAttribute('data-answers')
      if (answers === undefined || answers === null) return
      // The frame is painted when the next task runs.
      requestAnimationFrame(() =>
        setTimeout(() => {
          if (!painted.has(answers)) painted.set(answers, performance.now())
          waiting.get(answers)?.()
        }),
      )
    }
    new MutationObserver(note).observe(document, { subtree: true, childList: true, attributeFilter: ['data-answers'] })
  })
}

/** From each key to the frame with its results. */
async function typeAndTime(page: Page, text: string): Promise<number[]> {
  const field = page.getByLabel('Search names and questions')
  await field.fill('')
  await page.locator('[data-answers=""]').waitFor({ timeout: 60_000 })
  await field.focus()
  const durations: number[] = []
  for (const [place, letter] of Array.from(text).entries()) {
    const wanted = text.slice(0, place + 1).trim()
    const isNew = letter !== ' ' && !(await timed(page, 'has', wanted))
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    if (isNew) durations.push(v.parse(v.number(), await timed(page, 'sincePressed', wanted)))
  }
  return durations
}

function timed(page: Page, question: 'has' | 'sincePressed', text: string): Promise<unknown> {
  return page.evaluate(([name, wanted]) => Reflect.get(Reflect.get(window, 'times'), name)(wanted), [
    question,
    text,
  ] as const)
}
