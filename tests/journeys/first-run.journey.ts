import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, signInByKeyboard, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolationsInAnyColours } from '#tests/journeys/no-violations.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

const tourOf = (page: Page) => page.getByRole('region', { name: 'Tour' })

test('offers a new user the tour once and runs it by keyboard', async ({ page }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  const offer = page.getByRole('region', { name: 'New here?' })
  await expect(offer).toBeVisible()
  await expectNoViolationsInAnyColours(page)
  await tabTo(page, 'Take the tour')
  await press(page, 'Enter')
  const tour = tourOf(page)
  await expect(tour).toBeFocused()
  await expect(tour).toContainText('1 of 4')
  await expect(offer).toBeHidden()
  await expectNoViolationsInAnyColours(page)

  // Each step notices what was done.
  await tabTo(page, 'Variables Catalog')
  await press(page, 'Enter')
  await expectTitle(page, 'Variables Catalog')
  await press(page, '/')
  await type(page, 'mood_high_ever')
  await expect(page).toHaveURL(/q=mood_high_ever/)
  await expect(tour).toContainText('2 of 4')
  await page.reload()
  await expect(tour).toContainText('2 of 4')
  await expect(page.getByRole('link', { name: 'MOOD_HIGH_EVER', exact: true })).toBeVisible()
  await press(page, '/')
  await press(page, 'ArrowDown')
  await press(page, 'Enter')
  await expectTitle(page, 'MOOD_HIGH_EVER')
  await expect(tour).toContainText('3 of 4')
  await press(page, 'n s')
  await expect(page.getByLabel('Value', { exact: true })).toBeFocused()
  await type(page, '1')
  await expect(tour).toContainText('4 of 4')
  await expectNoViolationsInAnyColours(page)
  await press(page, '$mod+s')
  await expect(page).toHaveURL(/\/cohorts\/\d+$/)
  await expect(tour).toBeHidden()
  await expect(page.getByText('The tour is over.', { exact: false })).toBeVisible()

  await press(page, 'g d')
  await expectTitle(page, 'Dashboard')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Recent work' })).toBeVisible()
  await expect(offer).toBeHidden()
  await press(page, '$mod+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await type(page, 'take the tour')
  await press(page, 'Enter')
  await expect(tour).toContainText('1 of 4')
  await tabTo(page, 'Tour: skip')
  await press(page, 'Enter')
  await expect(tour).toBeHidden()
})

test('explains terms by keyboard and lists them in the glossary', async ({ page }) => {
  await page.goto(`${product.url}/variables/MOOD_HIGH_EVER`)
  await expect(page.getByLabel('Username')).toBeFocused()
  await type(page, 'newcomer')
  await press(page, 'Tab')
  await type(page, 'demo')
  await press(page, 'Enter')
  await expectTitle(page, 'MOOD_HIGH_EVER')

  const words = 'These individuals never received the form.'
  const explained = page.getByRole('button', { name: 'No record' })
  await expect(explained).toHaveAttribute('aria-description', words)
  await tabTo(page, 'No record')
  const tooltip = page.locator('[popover]:popover-open').getByText(words)
  await expect(page.getByText(words)).toBeVisible()
  await press(page, 'Escape')
  await expect(tooltip).toBeHidden()
  await expect(explained).toBeFocused()
  await explained.hover()
  await expect(page.getByText(words)).toBeVisible()
  // A tooltip stays open while hovered.
  await page.getByText(words).hover()
  await page.waitForFunction(() => document.querySelector('[popover]:popover-open') !== null)
  await expect(page.getByText(words)).toBeVisible()

  await explained.focus()
  await press(page, 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Glossary' })
  await expect(dialog.locator('[aria-current="true"]')).toContainText(words)
  await expectNoViolationsInAnyColours(page)
  await press(page, 'Escape')
  await expect(explained).toBeFocused()

  await press(page, 'g w')
  await expect(dialog).toBeVisible()
  await type(page, 'dichot')
  await expect(dialog.getByRole('term')).toHaveText(['flag'])
  await type(page, 'zzz')
  await expect(dialog.getByText('No results found.')).toBeVisible()
})
