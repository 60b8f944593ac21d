import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, signInByKeyboard, tabTo, type } from '#tests/journeys/keyboard.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

const rows = (page: Page) => page.getByRole('listbox').getByRole('option')

test('a picker shows what the catalog shows for the same words, one row a question', async ({ page }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await press(page, 'n v')
  await expectTitle(page, 'New Variable Set')
  await tabTo(page, 'Add a variable')

  // Keys pressed at once choose from the rows of these words.
  await type(page, 'suicide attempt')
  await press(page, 'Enter')
  await expect(page.getByRole('table', { name: 'Variables of the set' }).getByRole('link')).toHaveText('ATTEMPT_EVER')

  await type(page, 'trouble sleeping')
  await expect(rows(page).first()).toContainText('SLEEP_BAD_EVER')
  await expect(page.getByRole('listbox')).toContainText('Also searched: ')
  await expect(rows(page).first()).toContainText('1 of 3 versions')
  await expect(rows(page).nth(1)).not.toContainText('SLEEP_BAD_EVER')
  await press(page, 'ArrowRight')
  await expect(rows(page).first()).toContainText('LDI2_SLEEP_BAD_EVER')
  await expect(rows(page).first()).toContainText('All 3 versions')
  await press(page, 'Shift+Enter')
  await expect(page.getByRole('table', { name: 'Variables of the set' }).getByRole('link')).toHaveCount(4)
  await expect(page.getByText('4 so far')).toBeVisible()

  await press(page, '$mod+a')
  await type(page, 'current status of zebras and panic attacks')
  await expect(page.getByRole('listbox')).toContainText('No variable matches all words. Nearest matches:')
  await expect(rows(page).first()).toContainText('PANIC')

  await press(page, 'Escape')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(page.getByRole('combobox', { name: 'Add a variable' })).toHaveValue(
    'current status of zebras and panic attacks',
  )
  await press(page, 'Escape')
  await expect(page.getByRole('combobox', { name: 'Add a variable' })).toHaveValue('')
})
