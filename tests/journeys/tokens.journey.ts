import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, signInByKeyboard, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolationsInAnyColours } from '#tests/journeys/no-violations.ts'
import { startProduct } from '#tests/support/running-product.ts'

test('makes an access token, works with it as a program does, and revokes it', async ({ page }) => {
  const product = await startProduct()
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await press(page, '$mod+k')
  await type(page, 'access token')
  await expect(page.getByRole('option', { name: 'New access token…' })).toBeVisible()
  await press(page, 'Enter')
  await expect(page.getByLabel('Name')).toBeFocused()
  await press(page, 'Enter')
  await expect(page.getByText('Name is required')).toBeVisible()
  await type(page, 'Analysis')
  await expectNoViolationsInAnyColours(page)
  await tabTo(page, 'Current password')
  await type(page, 'demo')
  await press(page, 'Enter')
  const token = await page.getByRole('group', { name: 'Access token' }).innerText()
  await expectNoViolationsInAnyColours(page)
  const status = async () => {
    const answer = await fetch(`${product.url}/api/v0/cohort/info`, { headers: { authorization: `Bearer ${token}` } })
    return answer.status
  }
  expect(await status()).toBe(200)
  await tabTo(page, 'Done')
  await press(page, 'Enter')
  await expect(page.getByRole('button', { name: 'New access token…' })).toBeFocused()
  const row = page.getByRole('table', { name: 'Access tokens' }).getByRole('row', { name: /Analysis/ })
  await expect(row).toContainText('catalog, counts')
  await tabTo(page, 'Revoke')
  await press(page, 'Enter')
  await expect(row).toBeHidden()
  await press(page, '$mod+k')
  await type(page, 'Cohorts')
  await expect(page.getByRole('option', { selected: true })).toContainText('Cohorts')
  await press(page, 'Enter')
  await expectTitle(page, 'Cohorts')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await status()).toBe(401)
  await product.stop()
})
