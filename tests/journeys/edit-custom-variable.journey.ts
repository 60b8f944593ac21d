import { makeAgeInTwo } from '#tests/journeys/age-in-two.ts'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolationsInAnyColours } from '#tests/journeys/no-violations.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('edits the definition of a custom variable by keyboard, shows whose value changes, and replaces it', async ({
  page,
}) => {
  await signInAt(page, product.url)
  await makeAgeInTwo(page, product.url)
  await page.goto(`${product.url}/variables/AGE_IN_TWO`)
  await expectTitle(page, 'AGE_IN_TWO')

  await press(page, 'Shift+E')
  await expectTitle(page, 'Edit AGE_IN_TWO')
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.getByRole('group', { name: 'Cross-tabulation with AGE_IN_TWO' })).toBeVisible()
  await press(page, '$mod+s')
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText('Nothing has changed.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const young = page.getByRole('button', { name: /INTERVIEW_AGE < 40.*YOUNG/ })
  await young.focus()
  await press(page, 'Enter')
  await expect(young).toHaveAttribute('aria-expanded', 'true')
  await young.focus()
  await tabTo(page, 'Value')
  await press(page, '$mod+a')
  await type(page, '30')
  await press(page, 'Enter')
  await expect(page.getByRole('button', { name: /INTERVIEW_AGE < 30.*YOUNG/ })).toBeVisible()
  await press(page, '$mod+s')
  const dialog = page.getByRole('dialog', { name: 'Replace “AGE_IN_TWO”?' })
  await expect(dialog.getByRole('listitem')).toHaveText([/^YOUNG → \[UNK\].*: [\d,]+ individuals$/])
  await expectNoViolationsInAnyColours(page)
  await expect(dialog.getByRole('button', { name: 'Replace custom variable' })).toBeFocused()
  await press(page, 'Enter')
  await expectTitle(page, 'AGE_IN_TWO')
  await expect(page.getByRole('list', { name: 'Top answers' })).toContainText('[UNK]')
})

test('saves the edited definition as a copy, and keeps the custom variable', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/AGE_IN_TWO`)
  await press(page, 'Shift+E')
  await expectTitle(page, 'Edit AGE_IN_TWO')
  await expect(page.getByLabel('Name of the copy')).toHaveValue('AGE_IN_TWO_2')
  await expect(page.getByRole('button', { name: 'Save as copy' })).not.toHaveAttribute('aria-disabled')
  await press(page, '$mod+Shift+s')
  await expectTitle(page, 'AGE_IN_TWO_2')
  await page.goto(`${product.url}/variables/AGE_IN_TWO`)
  await expectTitle(page, 'AGE_IN_TWO')
})
