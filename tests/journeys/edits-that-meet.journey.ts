import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, signInByKeyboard, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolations } from '#tests/journeys/no-violations.ts'
import { makeSetByKeyboard } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('merges the changes of two windows to one variable set', async ({ page, context }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await makeSetByKeyboard(page, 'Shared')

  const address = page.url()
  const other = await context.newPage()
  for (const window of [page, other]) {
    await window.goto(address)
    await expectTitle(window, 'Shared')
    await expect(window.getByRole('button', { name: 'Edit' })).toBeVisible()
    await press(window, 'e')
    await expect(window.getByLabel('Description')).toBeVisible()
  }
  await tabTo(other, 'Description (optional)')
  await type(other, 'Of the clinic')
  await press(other, '$mod+s')
  await expect(other.getByText('Changes saved.')).toBeVisible()

  await page.bringToFront()
  await tabTo(page, 'Name')
  await press(page, 'End')
  await type(page, ' by two')
  await press(page, '$mod+s')
  const differs = page.getByRole('table', { name: 'Differences' })
  await expect(differs.getByRole('row', { name: 'Description' })).toContainText('Of the clinic')
  await expect(differs.getByRole('row', { name: 'Name' })).toContainText('Shared by two')
  await expectNoViolations(page)
  await tabTo(page, 'Save both')
  await press(page, 'Enter')
  await expectTitle(page, 'Shared by two')
  await expect(page.getByText('Of the clinic')).toBeVisible()
})
