import { expect, test } from '#tests/journeys/journey.ts'
import { press, type } from '#tests/journeys/keyboard.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('a pane beside the builder follows a replaced cohort, and its former address leads to the new one', async ({
  page,
}) => {
  await signInAt(page, product.url)
  const rules = { version: 1, match: 'all', rules: [{ variable_name: 'MOOD_HIGH_EVER', constraint_type: 'EQ' }] }
  const [rule] = rules.rules
  const made = await page.request.post(`${product.url}/api/v0/cohort/rules/new`, {
    data: { parent_id: 1, name: 'Watched', rules: { ...rules, rules: [{ ...rule, constraint_value: '1' }] } },
  })
  const { new_cohort_id: before }: { new_cohort_id: number } = await made.json()
  const beside = encodeURIComponent(`/cohorts/${before}`)
  await page.goto(`${product.url}/cohorts/build/${before}?beside=${beside}`)
  const pane = page.getByRole('region', { name: 'Watched', exact: true })
  await expect(pane).toContainText('MOOD_HIGH_EVER')
  await expect(page.getByRole('button', { name: 'Replace…' })).toHaveAttribute('aria-disabled', 'true')
  await press(page, 'Alt+t')
  await expect(page.getByLabel('Rules as text')).toBeFocused()
  await expect(page.getByLabel('Rules as text')).toHaveValue('MOOD_HIGH_EVER = Yes')
  await press(page, '$mod+End')
  await type(page, ' and SEX = Female')
  await press(page, 'Alt+t')
  await expect(page.getByRole('button', { name: 'Replace…' })).not.toHaveAttribute('aria-disabled')
  await press(page, '$mod+s')
  const confirmed = page.getByRole('dialog').getByRole('button', { name: 'Replace cohort' })
  await expect(confirmed).toBeFocused()
  await press(page, 'Enter')
  await expect(page).not.toHaveURL(new RegExp(String.raw`cohorts(/build)?/${before}\b`))
  await expect(page).not.toHaveURL(new RegExp(`cohorts%2F${before}`))
  await expect(page.getByText(/^Could not get/)).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)

  await page.goto(`${product.url}/cohorts/${before}`)
  await expect(page).not.toHaveURL(new RegExp(`/cohorts/${before}$`))
  await expect(page.getByText('MOOD_HIGH_EVER').first()).toBeVisible()
})

test('a cohort that is not there is said calmly, with a way to the trash', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts/987654`)
  const notice = page.getByRole('status').filter({ hasText: 'Could not get Cohort with id 987654.' })
  await expect(notice.getByRole('button', { name: 'Trash…' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})
