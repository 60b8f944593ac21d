import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { pino } from 'pino'
import { readConfiguration } from '#server/configuration/configuration.ts'
import { startServer } from '#server/server.ts'
import { openDatabase } from '#server/storage/database.ts'
import { catalogEntries, fillCatalog } from '#tests/bench/catalog-study.ts'
import { BENCH_ACCOUNT } from '#tests/bench/large-study.ts'
const folder = mkdtempSync(join(tmpdir(), 'diver-bench-'))
const database = await openDatabase(join(folder, 'diver.duckdb'))
await fillCatalog(database, catalogEntries(Number(process.env['N'] ?? 91344)))
const server = await startServer({
  configuration: readConfiguration({ PORT: '0' }),
  database,
  log: pino({ level: 'silent' }),
  clientDirectory: resolve('dist/client'),
})
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu', '--disable-frame-rate-limit', '--disable-gpu-vsync'],
})
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
await page.goto(`${server.address}/variables/all`)
await page.getByLabel('Username').fill(BENCH_ACCOUNT.username)
await page.getByLabel('Password').fill(BENCH_ACCOUNT.password)
await page.keyboard.press('Enter')
await page.getByRole('grid').waitFor({ timeout: 60_000 })
const type = async (text: string) => {
  const field = page.getByLabel('Search names and questions')
  await field.fill('')
  await page.locator('[data-answers=""]').waitFor({ timeout: 60_000 })
  await field.focus()
  for (const [place, letter] of Array.from(text).entries()) {
    const wanted = text.slice(0, place + 1).trim()
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.locator(`[data-answers="${wanted}"]`).waitFor({ timeout: 60_000 })
    await page.waitForTimeout(300)
  }
}
await type('sleep problem')
await browser.startTracing(page, {
  path: '/tmp/team/trace.json',
  categories: [
    'devtools.timeline',
    'blink.user_timing',
    'loading',
    'v8',
    'disabled-by-default-v8.cpu_profiler',
    'disabled-by-default-devtools.timeline',
  ],
})
await type('depression')
await browser.stopTracing()
await browser.close()
await server.stop()
process.exit(0)
