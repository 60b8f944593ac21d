import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, tabTo, type } from '#tests/journeys/keyboard.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('makes a variable set from the download, which keeps its cohort and takes the set', async ({ page }) => {
  await signInAt(page, `${product.url}/downloads/new?cohort=1`)
  await expect(page.getByRole('button', { name: 'New Variable Set' })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await press(page, 'n v')
  await expectTitle(page, 'New Variable Set')
  await tabTo(page, 'Add a variable')
  await type(page, 'INTERVIEW_AGE')
  await expect(page.getByRole('option', { name: /INTERVIEW_AGE/ }).first()).toBeVisible()
  await press(page, 'Enter')
  await expect(page.getByLabel('Remove INTERVIEW_AGE')).toBeVisible()
  await press(page, '$mod+s')
  await expectTitle(page, 'Download Data')
  await expect(page).toHaveURL(/cohort=1/)
  await expect(page).toHaveURL(/set=\d+/)
  await expect(page.getByRole('region', { name: 'File' })).toContainText('All Individuals-')
})
