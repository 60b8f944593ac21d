import type { Page } from '@playwright/test'
import { createRegistry } from '#command-kit/registry.ts'
import { commands } from '#commands/index.ts'
import type { CommandId } from '#commands/signatures.ts'
import { expect, test } from '#tests/journeys/journey.ts'
import { press } from '#tests/journeys/keyboard.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

const registry = createRegistry(commands)
const bound = registry.ids.flatMap((id) =>
  (registry.command(id).keys ?? []).map(({ seq, scope }) => ({ id, seq, scope })),
)

/** Strokes in Playwright's notation. */
function strokesOf(seq: string): string {
  return seq.replaceAll(/(^| )([A-Z])(?= |$)/g, '$1Shift+$2')
}

/** Pages where each command is available; the others are tested on a list beside a cohort. */
const PLACES: Partial<Record<CommandId, string>> = {
  'form.apply': '/cohorts/subset/1?variable=MOOD_HIGH_EVER',
  'pane.split': '/variables/all?q=mood&beside=%2Fcohorts',
}
const LIST = '/variables/all?q=m&page=2&beside=%2Fcohorts%2F1&beside=%7C&beside=%2Fcohorts&beside=%2Fvariable-sets'

/** Commands of screens or with preconditions; other journeys press their keys. */
const OFFERED_BY_STATE = new Set<CommandId>([
  'form.save',
  'form.save-copy',
  'form.save-and-narrow',
  'form.fill',
  'form.undo',
  'form.redo',
  'form.edit',
  'definition.edit',
  'form.add-rule',
  'form.as-text',
  'form.rename',
  'form.remove-taken',
  'history.show',
  'list.join-versions',
  'form.delete',
  'command.repeat',
  'pane.reopen',
  'palette.pin',
  'compare.in-table',
  'drawing.zoom-in',
  'drawing.zoom-out',
  'drawing.fit',
  'drawing.show-sheet',
  'codebook.open',
  'list.copy-markdown',
  'list.copy-html',
  'list.copy-latex',
  'list.show-cross-table',
  'list.unfold',
  'picture.show-table',
  'session.log-out',
])

const OPENS_DIALOG = new Set<CommandId>(['cheat-sheet.open', 'keyboard.open', 'palette.open', 'trash.open'])

/** Time of a command's last run in the stored usage; null if it never ran. */
async function lastRun(page: Page, id: CommandId): Promise<number | null> {
  return page.evaluate((key) => {
    const usage: unknown = JSON.parse(localStorage.getItem('usage:researcher') ?? '{}')
    const entries = typeof usage === 'object' && usage !== null ? Object.entries(usage) : []
    const use: unknown = entries.find(([name]) => name === key)?.[1]
    return typeof use === 'object' && use !== null && 'at' in use ? Number(use.at) : null
  }, `command:${id}`)
}

/** Like Back and Forward, faster than a new page. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

test('runs the command of every declared key', async ({ page, context }) => {
  test.setTimeout(300_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAt(page, `${product.url}${LIST}`)
  const missed: string[] = []
  for (const { id, seq } of bound) {
    if (OFFERED_BY_STATE.has(id)) continue
    await press(page, 'Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await goTo(page, PLACES[id] ?? LIST)
    const isBuilder = PLACES[id]?.includes('subset') === true
    if (isBuilder) await page.getByLabel('Value').selectOption('1')
    else await expect(page.getByRole('grid').first()).toBeVisible({ timeout: 30_000 })
    await page
      .getByRole('heading', { level: 1 })
      .nth(isBuilder || PLACES[id] !== undefined ? 0 : 1)
      .focus()
    const before = await lastRun(page, id)
    await press(page, strokesOf(seq))
    // Missing arguments are asked for.
    const asks = Object.keys(registry.command(id).ask ?? {}).length > 0
    const palette = page.getByRole('dialog')
    const hasBegun = async () => (await lastRun(page, id)) !== before || (asks && (await palette.isVisible()))
    const isRun = await expect
      .poll(hasBegun, { timeout: 10_000 })
      .toBe(true)
      .then(
        () => true,
        () => false,
      )
    if (!isRun) missed.push(`${seq} (${id})`)
    // A late one would receive the next keys.
    else if (OPENS_DIALOG.has(id)) await expect(page.getByRole('dialog')).toBeVisible()
    // State outside the URL would persist.
    // A reload would keep the pane maximised, and hide the others.
    if (id === 'pane.maximise') await page.goto(`${product.url}${LIST}`)
    if (id === 'explorer.toggle') await press(page, seq)
  }
  expect(missed).toEqual([])
})

test('types every declared key as text in a field without running a command', async ({ page }) => {
  await signInAt(page, `${product.url}/projects/new`)
  const field = page.getByLabel('Name')
  await expect(field).toBeVisible()
  const written = bound.map(({ seq }) => seq).filter((seq) => seq.split(' ').every((stroke) => stroke.length === 1))
  expect(written.length).toBeGreaterThan(40)
  for (const seq of written) {
    await field.fill('')
    await field.focus()
    await page.keyboard.type(seq.replaceAll(' ', ''))
    await expect(field).toHaveValue(seq.replaceAll(' ', ''))
  }
  await expect(page).toHaveTitle('New Project | DIVER')
  for (const { id } of bound) expect(await lastRun(page, id)).toBeNull()
})
