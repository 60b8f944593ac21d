import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { pino } from 'pino'
import * as v from 'valibot'
import { variableSearch } from '#contract/variables.ts'
import { readConfiguration } from '#server/configuration/configuration.ts'
import { startServer } from '#server/server.ts'
import { openDatabase } from '#server/storage/database.ts'
import { catalogEntries, fillCatalog } from '#tests/bench/catalog-study.ts'
import { BENCH_ACCOUNT } from '#tests/bench/large-study.ts'
import { chromiumPath } from '#tests/bench/palette-rows.ts'
import { percentile, timings, type BenchRow } from '#tests/bench/report.ts'
import { signIn } from '#tests/support/api-session.ts'

/** As many as the dictionaries of dictionaries_cc0 hold. */
const MANY = 91_344
const BUDGETS = [
  { count: 6_000, painted: 80, answered: 30 },
  { count: MANY, painted: 120, answered: 100 },
] as const
const TYPED = ['depression', 'age first', 'sleep problem', 'family history', 'anxiety score', 'total', 'child alcohol']

/** The catalog's search while somebody types: the API's answer, and what stands on the screen. */
export async function measureCatalog(): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const { count, painted, answered } of BUDGETS) {
    const folder = mkdtempSync(join(tmpdir(), 'diver-bench-'))
    const database = await openDatabase(join(folder, 'diver.duckdb'))
    await fillCatalog(database, catalogEntries(count))
    const server = await startServer({
      configuration: readConfiguration({ PORT: '0' }),
      database,
      log: pino({ level: 'silent' }),
      clientDirectory: resolve('dist/client'),
    })
    try {
      const of = `${count.toLocaleString('en')} variables`
      const api = percentile(await answerTimes(server.address), 0.95)
      rows.push({ what: `catalog search with facets, API answer p95, ${of}`, value: api, budget: answered, unit: 'ms' })
      const screen = percentile(await paintedTimes(server.address), 0.95)
      rows.push({ what: `catalog search painted p95, ${of}`, value: screen, budget: painted, unit: 'ms' })
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return rows
}

/** Every beginning of what is typed, as the catalog's screen asks for it. */
async function answerTimes(address: string): Promise<number[]> {
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
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-frame-rate-limit', '--disable-gpu-vsync'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${address}/variables/all`)
    await page.getByLabel('Username').fill(BENCH_ACCOUNT.username)
    await page.getByLabel('Password').fill(BENCH_ACCOUNT.password)
    await page.keyboard.press('Enter')
    await page.getByRole('grid').waitFor({ timeout: 60_000 })
    await noteTimes(page)
    const samples: number[] = []
    for (const text of TYPED) samples.push(...(await typeAndTime(page, text)))
    return samples
  } finally {
    await browser.close()
  }
}

const Times = v.object({ pressed: v.number(), painted: v.record(v.string(), v.number()) })

/** Notes in the page when a key went down last, and when each answer had been painted. */
async function noteTimes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const times: { pressed: number; painted: Record<string, number> } = { pressed: 0, painted: {} }
    Object.assign(window, { times })
    document.addEventListener('keydown', (event) => (times.pressed = event.timeStamp), { capture: true })
    const note = () => {
      const answers = document.querySelector('[data-answers]')?.getAttribute('data-answers')
      if (answers === undefined || answers === null) return
      // The frame that holds it has been painted when a task after it runs.
      requestAnimationFrame(() => setTimeout(() => (times.painted[answers] ??= performance.now())))
    }
    new MutationObserver(note).observe(document, { subtree: true, childList: true, attributeFilter: ['data-answers'] })
  })
}

/** From each key to the frame that shows what its text found. */
async function typeAndTime(page: Page, text: string): Promise<number[]> {
  const field = page.getByLabel('Search names and questions')
  await field.fill('')
  await page.locator('[data-answers=""]').waitFor({ timeout: 60_000 })
  await field.focus()
  const durations: number[] = []
  for (const [place, letter] of Array.from(text).entries()) {
    const wanted = text.slice(0, place + 1).trim()
    const isNew = letter !== ' ' && !(wanted in (await timesIn(page)).painted)
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    if (!isNew) continue
    await page.waitForFunction((name) => Reflect.get(Reflect.get(window, 'times').painted, name) !== undefined, wanted)
    const { pressed, painted } = await timesIn(page)
    durations.push((painted[wanted] ?? Number.NaN) - pressed)
  }
  return durations
}

async function timesIn(page: Page): Promise<v.InferOutput<typeof Times>> {
  return v.parse(Times, await page.evaluate(() => Reflect.get(window, 'times')))
}
