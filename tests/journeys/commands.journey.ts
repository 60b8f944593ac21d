import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, type } from '#tests/journeys/keyboard.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { prepareData, signAllIn } from '#tests/screens/made.ts'
import { pageStates } from '#tests/screens/page-states.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

/** Buttons of one field, row or term act on their own part. */
const PARTS = [
  // Sorting, paging, folding, menus, explanations and toasts.
  'th button',
  'nav button',
  'button[aria-hidden="true"]',
  '[popovertarget]',
  '[aria-expanded]',
  '[aria-label^="Notifications"] button',
  // Links from Save's reason to the field.
  '[aria-label="Required to save"] button',
  // Each leads to the line of an error.
  '[aria-label="Errors"] button',
  // Rows of a definition, brushes of a combine table, relatives in a drawing, bars that set a condition.
  '[data-stop] button',
  '[data-removes]',
  '[data-act]',
  '[data-tint]',
  '[data-tint] button',
  '[data-relative]',
  // Each chooses a value of a filter, which is a command.
  '[aria-label="Sections"] button',
]
// Escape clears a selection; Shift+D deletes the focused row.
const PART_NAMES =
  /^(Clear selection|Delete \S+|Add a condition|Add a group|Add to the group|Add to '.*'|More operators|Remove .*)$/

test('backs every button of every screen by a command', async ({ browser }) => {
  test.setTimeout(300_000)
  const sessions = await signAllIn(browser, product.url)
  const states = pageStates(await prepareData(browser, product.url, sessions))
  const others: string[] = []
  const pages = {
    researcher: await browser.newPage({ baseURL: product.url, storageState: sessions.researcher }),
    admin: await browser.newPage({ baseURL: product.url, storageState: sessions.admin }),
  }
  for (const { name, user, path, prepare } of states) {
    const page = user === 'admin' ? pages.admin : pages.researcher
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await prepare?.(page)
    await page.waitForLoadState('networkidle')
    const found = await page.evaluate((parts) => {
      const buttons = [...document.querySelectorAll<HTMLElement>('button, [role="button"], a[target="_blank"]')]
      return buttons
        .filter(
          (button) => button.checkVisibility() && !button.closest('[role="dialog"], footer') && !button.matches(parts),
        )
        .map((button) => ({
          name: button.getAttribute('aria-label') ?? button.textContent?.trim() ?? '',
          command: button.dataset['command'] ?? '',
        }))
    }, PARTS.join(', '))
    expect(found.length, name).toBeGreaterThan(0)
    for (const button of found)
      if (button.command === '' && !PART_NAMES.test(button.name)) others.push(`${name}: ${button.name}`)
  }
  expect(others).toEqual([])
  await Promise.all(Object.values(pages).map((page) => page.context().close()))
})

test('runs edit, delete and codebook of a variable by key and lists them in the palette', async ({ page, context }) => {
  await signInAt(page, `${product.url}/variables/MOOD_HIGH_EVER`, 'admin')
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await press(page, 'e')
  await expect(page.getByRole('dialog', { name: 'Edit MOOD_HIGH_EVER' })).toBeVisible()
  await press(page, 'Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await press(page, '$mod+k')
  await type(page, 'codebook')
  await expect(page.getByRole('option', { name: 'Codebook of this variable' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Codebook of this variable' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await press(page, 'Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  const isCodebook = (request: { url: () => string }) => request.url().includes('/codebooks/')
  await Promise.all([context.waitForEvent('request', isCodebook), press(page, 'v b')])
})

test('deletes a custom variable by key from its page', async ({ page }) => {
  await signInAt(page, `${product.url}/projects`)
  await page.getByRole('link', { name: 'Sample project' }).first().click()
  await expectTitle(page, 'Sample project')
  await press(page, 'w p')
  await expect(page.getByText('Current project')).toBeVisible()
  await page.goto(`${product.url}/variables/PSYCHOTIC_SIGNS`)
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible()
  await press(page, 'Shift+D')
  await expect(page.getByRole('alertdialog', { name: 'Delete Custom Variable' })).toBeVisible()
  await press(page, 'Escape')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await press(page, 'q q')
  await expect(page.getByText('Successfully logged out.')).toBeVisible()
})
