import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser } from '@playwright/test'
import { fileName, indexPage, type Taken } from '#tests/screens/index-page.ts'
import { keepSessions, prepareData, signAllIn, type Sessions } from '#tests/screens/made.ts'
import { allStates, type ScreenState } from '#tests/screens/states.ts'
import { takeState } from '#tests/screens/take-state.ts'
import { PAPER, WINDOWS, type Window } from '#tests/screens/views.ts'
import { CHROMIUM_OPTIONS } from '#tests/support/chromium-options.ts'
import { startProduct } from '#tests/support/running-product.ts'

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, view: { type: 'string', default: '' } },
})
const only = new RegExp(values.only)
const view = new RegExp(values.view)
const folder = resolve(positionals[0] ?? 'test-results/screens')
const pictures = join(folder, 'pictures')
mkdirSync(pictures, { recursive: true })

/** Smaller shifts are a letter that moved. */
const SHIFT_REPORTED = 0.01

const browser = await chromium.launch(CHROMIUM_OPTIONS)
const product = await startProduct()
const taken: Taken[] = []
try {
  const sessions = await signAllIn(browser, product.url)
  const states = allStates(await prepareData(browser, product.url, sessions))
  for (const state of states.filter(({ name }) => only.test(name))) {
    await keepSessions(browser, product.url, sessions)
    for (const window of windowsOf(state)) taken.push(...(await take(browser, sessions, state, window)))
    process.stdout.write('.')
  }
} finally {
  await browser.close()
  await product.stop()
}
writeFileSync(join(folder, 'index.html'), indexPage(taken))
report()

function windowsOf({ isPrinted = false }: ScreenState): readonly Window[] {
  return WINDOWS.filter(({ name }) => isPrinted || name !== PAPER)
}

async function take(chromium: Browser, sessions: Sessions, state: ScreenState, window: Window): Promise<Taken[]> {
  const views = window.views.filter(({ name }) => view.test(`${window.name}-${name}`))
  if (views.length === 0) return []
  const context = await chromium.newContext({
    baseURL: product.url,
    viewport: { width: window.width, height: window.height },
    deviceScaleFactor: window.scale,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(state.user !== null && { storageState: sessions[state.user] }),
  })
  try {
    return await takeState(
      context,
      state,
      views,
      (view) => `pictures/${fileName(state.name)}.${window.name}-${view}.png`,
      {
        folder,
        window: window.name,
      },
    )
  } finally {
    await context.close()
  }
}

/** Problems, as a table. */
function report(): void {
  console.log(`\n${taken.length} pictures: ${join(folder, 'index.html')}`)
  for (const { state, view, failure, measures } of taken) {
    if (failure !== undefined) console.log(`FAILED   ${state} · ${view}: ${failure}`)
    // Paper has a layout of its own.
    else if (measures && measures.shift > SHIFT_REPORTED && !view.startsWith(PAPER)) {
      console.log(`SHIFT    ${measures.shift.toFixed(4)} ${state} · ${view}: ${measures.shifted}`)
    }
    if (measures && measures.outside.length > 0)
      console.log(`OUTSIDE  ${state} · ${view}: ${measures.outside.join(' ')}`)
  }
}
