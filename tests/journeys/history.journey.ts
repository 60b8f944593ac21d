import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolations } from '#tests/journeys/no-violations.ts'
import { makeSetByKeyboard, signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

async function rename(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible()
  await press(page, 'F2')
  const field = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(field).toBeFocused()
  await type(page, name)
  await press(page, 'Enter')
  await expect(field).toBeHidden()
  await expectTitle(page, name)
}

test('shows the versions of a variable set, restores the first and undoes it, by keyboard alone', async ({ page }) => {
  await signInAt(page, product.url)
  await makeSetByKeyboard(page, 'Early name')
  await rename(page, 'Later name')
  await press(page, 'v h')
  const dialog = page.getByRole('dialog', { name: 'History of “Later name”' })
  const versions = dialog.getByRole('group', { name: 'Versions' })
  await expect(versions.getByRole('radio')).toHaveCount(2)
  await expect(versions.getByRole('radio', { name: /2 · Edited/ })).toBeFocused()
  await expect(dialog).toContainText('Early name → Later name')
  await expectNoViolations(page)

  await press(page, 'ArrowDown')
  await expect(versions.getByRole('radio', { name: /1 · Saved/ })).toBeChecked()
  await expect(dialog).toContainText('Later name → Early name')
  await expectNoViolations(page)
  await press(page, 'Tab')
  await expect(dialog.getByRole('button', { name: 'Restore this version' })).toBeFocused()
  await press(page, 'Enter')
  await expect(dialog).toBeHidden()
  await expectTitle(page, 'Early name')
  const notifications = page.getByRole('region', { name: /Notifications/ })
  await expect(notifications).toContainText('Version 1 of “Early name” restored.')

  await press(page, '$mod+k')
  await type(page, 'Show the history')
  await expect(page.getByRole('option', { selected: true })).toContainText('Show the history')
  await press(page, 'Enter')
  const again = page.getByRole('dialog', { name: 'History of “Early name”' })
  await expect(again.getByRole('radio', { name: /3 · Restored version 1/ })).toBeFocused()
  await press(page, 'ArrowDown')
  await press(page, 'Tab')
  await press(page, 'Enter')
  await expect(again).toBeHidden()
  await expectTitle(page, 'Later name')
})
