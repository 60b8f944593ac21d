import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, type } from '#tests/journeys/keyboard.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct({ isFirstStart: true })
})

test.afterAll(() => product.stop())

test('shows the progress of the first start and then the login form', async ({ page }) => {
  await page.goto(product.url)
  await expect(page.getByRole('status')).toContainText('Creating the data')
  const bar = page.getByRole('progressbar', { name: 'Data created' })
  await expect.poll(() => bar.evaluate((element) => Number(element.getAttribute('value')))).toBeGreaterThan(0)
  await expect(page.getByLabel('Username')).toBeFocused({ timeout: 60_000 })
  await type(page, 'researcher')
  await press(page, 'Tab')
  await type(page, 'demo')
  await press(page, 'Enter')
  await expectTitle(page, 'Dashboard')
  await expect(page.getByText('2,129')).toBeVisible()
})
