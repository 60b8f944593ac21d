import { join } from 'node:path'
import type { BrowserContext, Page, Request } from '@playwright/test'
import type { Taken } from '#tests/screens/index-page.ts'
import { measure, recordShifts } from '#tests/screens/measure.ts'
import type { ScreenState } from '#tests/screens/states.ts'
import type { View } from '#tests/screens/views.ts'

const QUIET_MILLISECONDS = 400
const WAITED_MILLISECONDS = 2_000

interface Place {
  readonly folder: string
  readonly window: string
}

export async function takeState(
  context: BrowserContext,
  state: ScreenState,
  views: readonly View[],
  fileOf: (view: string) => string,
  { folder, window }: Place,
): Promise<Taken[]> {
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const named = (view: View) => ({ state: state.name, view: `${window}-${view.name}`, file: fileOf(view.name) })
  try {
    await page.emulateMedia(views[0]?.media ?? {})
    await recordShifts(page)
    const calls = callsOf(page)
    await state.before?.(page)
    await page.goto(state.path)
    await settled(page, state, calls)
    await state.prepare?.(page)
    if (state.prepare && !state.isWaiting) await calls.end()
    const measures = await measure(page)
    const taken: Taken[] = []
    for (const view of views) {
      await page.emulateMedia(view.media)
      const fullPage = view.media?.media === 'print'
      if (fullPage) await page.evaluate(() => globalThis.dispatchEvent(new Event('beforeprint')))
      await page.screenshot({ path: join(folder, fileOf(view.name)), animations: 'disabled', fullPage })
      taken.push({ ...named(view), measures })
    }
    return taken
  } catch (error) {
    const failure = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return views.map((view) => ({ ...named(view), failure }))
  }
}

/** Waits until the screen is stable, for a limited time. */
async function settled(page: Page, { isWaiting = false }: ScreenState, calls: Calls): Promise<void> {
  if (isWaiting) {
    await page.waitForTimeout(WAITED_MILLISECONDS)
    return
  }
  const title = page.getByRole('heading', { level: 1 })
  await title.or(page.getByRole('alert')).first().waitFor()
  await calls.end()
  await page.waitForFunction(() => !document.body.innerText.includes('Loading…'))
}

interface Calls {
  /** Resolves when no request has been pending for a moment. */
  readonly end: () => Promise<void>
}

/** Tracks requests of a page. */
function callsOf(page: Page): Calls {
  const pending = new Set<Request>()
  let lastAt = Date.now()
  const ended = (request: Request) => {
    pending.delete(request)
    lastAt = Date.now()
  }
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return {
    end: async () => {
      // The last step may load code or data a moment later.
      lastAt = Date.now()
      while (pending.size > 0 || Date.now() - lastAt < QUIET_MILLISECONDS) await page.waitForTimeout(50)
    },
  }
}
