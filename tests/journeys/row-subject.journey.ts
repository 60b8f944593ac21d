import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, tabTo } from '#tests/journeys/keyboard.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

for (const delay of [0, 40]) {
  test(`builders take the row under the cursor, at ${delay} ms a key`, async ({ page }) => {
    await signInAt(page, `${product.url}/variables/all?q=mood_high_ever`)
    await expect(page.getByRole('row', { name: 'MOOD_HIGH_EVER' }).first()).toBeVisible()
    await page.getByRole('heading', { level: 1 }).focus()
    for (const [keys, title, field] of [
      ['jns', 'New Subset', 'variable=MOOD_HIGH_EVER'],
      ['nd', 'New Downcode', 'variables=MOOD_HIGH_EVER'],
      ['nv', 'New Variable Set', 'variables=MOOD_HIGH_EVER'],
    ] as const) {
      await page.keyboard.type(keys, { delay })
      await expectTitle(page, title)
      await expect(page).toHaveURL(new RegExp(field))
      await page.goBack()
      await expectTitle(page, 'Variables Catalog')
      // Back puts the cursor on its row again.
      await expect(page.getByRole('row', { name: 'MOOD_HIGH_EVER' }).first()).toBeFocused()
    }
  })
}

test('shows arguments from another pane as chips, and removes them by key', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts?beside=%2Fvariables%2FMOOD_HIGH_EVER`)
  const list = page.getByRole('treegrid', { name: 'Cohorts' })
  await expect(list.getByRole('row').nth(1)).toBeVisible()
  await page.getByRole('heading', { level: 1, name: 'Cohorts' }).focus()
  // Headings of projects are rows too.
  await expect(async () => {
    await press(page, 'j')
    await expect(page.locator('[role="row"]:focus a')).toHaveCount(1)
  }).toPass()
  await press(page, 'n s')
  await expect(page).toHaveURL(/\/cohorts\/subset\/\d+\?variable=MOOD_HIGH_EVER/)
  const taken = page.getByRole('group', { name: 'Taken from elsewhere' })
  await expect(taken).toHaveText(/MOOD_HIGH_EVER · from another pane/)
  await tabTo(page, 'Remove MOOD_HIGH_EVER, taken from another pane', 40, 'Shift+Tab')
  await press(page, 'Delete')
  await expect(page).toHaveURL(/\/cohorts\/subset\/\d+\?beside/)
  await expect(taken).toBeHidden()
})

test('edits the row under the cursor on its page', async ({ page }) => {
  await signInAt(page, `${product.url}/variable-sets`)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await press(page, 'j')
  await press(page, 'e')
  await expect(page.getByLabel('Add a variable')).toBeVisible()
  await expect(page).toHaveURL(/\/variable-sets\/\d+/)
})

for (const [down, up] of [
  ['Shift+J', 'Shift+K'],
  ['Shift+ArrowDown', 'Shift+ArrowUp'],
] as const) {
  test(`${down} and ${up} extend the selection and take rows out of it again`, async ({ page }) => {
    await signInAt(page, `${product.url}/variables/all?q=mood`)
    const selected = page.getByRole('group', { name: 'Selected rows' }).getByRole('status')
    const rows = page.getByRole('grid', { name: 'Variables' }).locator('tbody tr[aria-selected]')
    await expect(rows.nth(3)).toBeVisible()
    await page.getByRole('heading', { level: 1 }).focus()
    await press(page, 'j')
    await expect(rows.nth(0)).toBeFocused()
    await press(page, `${down} ${down}`)
    await expect(selected).toHaveText('3 variables selected')
    await expect(rows.nth(2)).toBeFocused()
    await press(page, up)
    await expect(selected).toHaveText('2 variables selected')
    await expect(rows.nth(2)).toHaveAttribute('aria-selected', 'false')
    // A range that begins elsewhere adds to the first.
    await press(page, 'j j')
    await expect(rows.nth(3)).toBeFocused()
    await press(page, up)
    await expect(selected).toHaveText('4 variables selected')
  })
}

test('Ctrl+A selects all rows of the result, also those of other pages', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/all`)
  const count = page.getByText(/^[\d,]+ variables$/).first()
  await expect(count).toBeVisible()
  const total = (await count.textContent()) ?? ''
  await page.getByRole('heading', { level: 1 }).focus()
  await press(page, 'j')
  await press(page, '$mod+A')
  await expect(page.getByRole('group', { name: 'Selected rows' }).getByRole('status')).toHaveText(`${total} selected`)
})
