import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, signInByKeyboard, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolationsInAnyColours } from '#tests/journeys/no-violations.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('shows an administrator who did what and when, filters the audit log, and reports a failed request', async ({
  page,
}) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await press(page, 'n j')
  await expectTitle(page, 'New Project')
  await tabTo(page, 'Name')
  await type(page, 'Pilot')
  await press(page, '$mod+s')
  await expectTitle(page, 'Pilot')
  // Other users do not see the command.
  await press(page, '$mod+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await type(page, 'audit log')
  await expect(page.getByRole('option', { name: /Audit log/ })).toHaveCount(0)
  await press(page, 'Escape')
  await page.context().clearCookies()

  await page.goto(product.url)
  await signInByKeyboard(page, 'admin', 'demo')
  await press(page, '$mod+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await type(page, 'audit log')
  await expect(page.getByRole('option', { name: /^Audit log/ }).first()).toHaveAttribute('aria-selected', 'true')
  await press(page, 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Audit log' })
  await expect(dialog.getByLabel('Who')).toBeFocused()
  const log = dialog.getByRole('table', { name: 'Audit log' })
  await expect(log.getByRole('row').nth(1)).toContainText(/admin.*Log in.*done/)
  await expectNoViolationsInAnyColours(page)

  await type(page, 'RESEARCH')
  await expect(log.getByRole('row', { name: /admin/ })).toHaveCount(0)
  await press(page, 'Tab')
  await type(page, 'Projects')
  await expect(log.getByRole('row').nth(1)).toContainText(/researcher.*Create a project.*new Pilot \(\d+\).*done/)
  await expect(dialog.getByText('1 entry, newest first')).toBeVisible()

  await tabTo(page, 'To day')
  await type(page, '01012020')
  await expect(dialog.getByText('No entries match the filter.')).toBeVisible()
  await page.route('**/api/v0/audit*', (route) => route.fulfill({ status: 403, json: { message: 'No more.' } }))
  await tabTo(page, 'Refresh')
  await press(page, 'Enter')
  await expect(dialog.getByRole('alert')).toContainText('Forbidden. No more. Unable to get the audit log.')
  await page.unroute('**/api/v0/audit*')
  await tabTo(page, 'Try again')
  await press(page, 'Enter')
  await expect(dialog.getByText('No entries match the filter.')).toBeVisible()
  await tabTo(page, 'Show the whole audit log')
  await press(page, 'Enter')
  await expect(log.getByRole('row', { name: /admin/ }).first()).toBeVisible()
  await press(page, 'Escape')
  await expect(dialog).toBeHidden()
})
