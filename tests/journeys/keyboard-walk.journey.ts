import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, signInByKeyboard, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolationsInAnyColours } from '#tests/journeys/no-violations.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('moves through every screen by Tab and back, and keeps Help in the same place', async ({ page }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  const helpAt = () => page.getByRole('button', { name: 'Help', exact: true }).boundingBox()
  const place = await helpAt()
  for (const [path, title] of [
    ['/variables/all?q=mood&beside=%2Fcohorts', 'Variables Catalog'],
    ['/clinical-constructs/two-vars?variables=MOOD_HIGH_EVER,SEX', 'Combine Two Variables'],
    ['/downloads/new', 'Download Data'],
  ] as const) {
    await page.goto(`${product.url}${path}`)
    await expectTitle(page, title)
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
    await expectNoTrap(page)
    expect(await helpAt()).toEqual(place)
  }
})

/** Tab from the first element to the last and back: no keyboard trap. */
async function expectNoTrap(page: Page): Promise<void> {
  const first = page.getByRole('navigation', { name: 'Tasks' }).getByRole('link').first()
  const last = page.getByRole('contentinfo').getByRole('link').last()
  const isAt = (end: typeof first) => end.evaluate((element) => element === document.activeElement)
  await first.focus()
  for (const [key, end] of [
    ['Tab', last],
    ['Shift+Tab', first],
  ] as const) {
    let stops = 0
    while (!(await isAt(end)) && stops < 200) {
      await page.keyboard.press(key)
      stops++
    }
    expect(stops, `stops by ${key}`).toBeLessThan(200)
  }
}

test('announces the sort order of a column and the error of a field', async ({ page }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await press(page, 'g v')
  const column = page.getByRole('columnheader', { name: 'Observations' })
  await expect(column).toHaveAttribute('aria-sort', 'none')
  await column.getByRole('button').focus()
  await press(page, 'Enter')
  await expect(column).toHaveAttribute('aria-sort', 'descending')
  await press(page, 'Enter')
  await expect(column).toHaveAttribute('aria-sort', 'ascending')

  await press(page, 'n j')
  await expectTitle(page, 'New Project')
  await expect(page.getByLabel('Name')).toBeFocused()
  // Invalid characters of a name are rejected with a message.
  await type(page, 'say "')
  const name = page.getByLabel('Name')
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAccessibleDescription(/quotes/)
  await expectNoViolationsInAnyColours(page)
})
