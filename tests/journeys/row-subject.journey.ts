import { makeAgeInTwo } from '#tests/journeys/age-in-two.ts'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, tabTo, type } from '#tests/journeys/keyboard.ts'
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
  await expect(page.getByRole('combobox', { name: 'Value', exact: true })).toBeFocused()
  await tabTo(page, 'Remove MOOD_HIGH_EVER, taken from another pane', 40, 'Shift+Tab')
  await press(page, 'Delete')
  await expect(page).toHaveURL(/\/cohorts\/subset\/\d+\?beside/)
  await expect(taken).toBeHidden()
})

test('keeps the chip while the page is edited, until another thing is chosen', async ({ page }) => {
  await signInAt(page, `${product.url}/projects?beside=%2Fvariables%2FMOOD_HIGH_EVER`)
  await press(page, 'n s')
  await expectTitle(page, 'New Subset')
  const taken = page.getByRole('group', { name: 'Taken from elsewhere' })
  await expect(taken).toHaveText(/MOOD_HIGH_EVER · from another pane/)
  await tabTo(page, 'Description (optional)')
  await type(page, 'Edited')
  await expect(page).toHaveURL(/draft=/)
  await expect(taken).toHaveText(/MOOD_HIGH_EVER · from another pane/)
  await tabTo(page, 'Variable', 40, 'Shift+Tab')
  await type(page, 'mood_rating')
  await expect(page.getByRole('option', { name: 'MOOD_RATING_NOW' }).first()).toBeVisible()
  await press(page, 'Enter')
  await expect(taken).toBeHidden()
})

test('removes what came from elsewhere by key and by the palette', async ({ page }) => {
  await signInAt(page, `${product.url}/projects?beside=%2Fvariables%2FMOOD_HIGH_EVER`)
  const taken = page.getByRole('group', { name: 'Taken from elsewhere' })
  for (const way of ['key', 'palette'] as const) {
    await press(page, 'n s')
    await expectTitle(page, 'New Subset')
    await expect(taken).toHaveText(/MOOD_HIGH_EVER · from another pane/)
    await expect(page.getByRole('combobox', { name: 'Value', exact: true })).toBeFocused()
    await page.getByRole('heading', { level: 1, name: 'New Subset' }).focus()
    if (way === 'key') await press(page, 'Shift+X')
    else {
      await press(page, '$mod+K')
      await type(page, 'remove values')
      await expect(page.getByRole('option', { name: /Remove values from other panes/ })).toBeVisible()
      await press(page, 'Enter')
    }
    await expect(page).toHaveURL(/\/cohorts\/subset\?beside/)
    await expect(taken).toBeHidden()
    await expect(page.locator('body')).not.toBeFocused()
    await page.goto(`${product.url}/projects?beside=%2Fvariables%2FMOOD_HIGH_EVER`)
    await expectTitle(page, 'Projects')
  }
})

test('names the working set as the source of a new set, and leaves it out by key', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/all?q=mood`)
  const rows = page.getByRole('grid', { name: 'Variables' }).locator('tbody tr[aria-selected]')
  await expect(rows.nth(3)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await press(page, 'j a j a')
  await expect(page.getByRole('group', { name: 'Selected rows' }).getByRole('status')).toHaveText(
    '2 variables selected',
  )
  const taken = page.getByRole('group', { name: 'Taken from elsewhere' })
  await press(page, 'n m')
  await expectTitle(page, 'Combine Many Variables')
  await expect(taken).toHaveText(/ · from the working set/)
  await page.goBack()
  await expectTitle(page, 'Variables Catalog')
  await press(page, 'g c')
  await expectTitle(page, 'Cohorts')
  await press(page, 'n v')
  await expectTitle(page, 'New Variable Set')
  await expect(taken).toHaveText(/2 variables · from the working set/)
  await tabTo(page, 'Remove 2 variables, taken from the working set', 40, 'Shift+Tab')
  await press(page, 'Delete')
  await expect(page.getByText('No variable chosen yet.')).toBeVisible()
  await expect(page.locator('body')).not.toBeFocused()
})

test('adds the row by "a", takes it back by the key of undo, and makes a new set of all selected rows', async ({
  page,
}) => {
  await signInAt(page, `${product.url}/variables/all?q=mood`)
  const rows = page.getByRole('grid', { name: 'Variables' }).locator('tbody tr[aria-selected]')
  await expect(rows.nth(3)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await press(page, 'j a j a')
  const messages = page.getByRole('region', { name: /Notifications/ })
  const selected = page.getByRole('group', { name: 'Selected rows' }).getByRole('status')
  await expect(messages).toContainText(/Added \S+ to the working set\./)
  await expect(selected).toHaveText('2 variables selected')
  await press(page, '$mod+z')
  await expect(selected).toHaveText('1 variable selected')
  await press(page, 'a')
  await expect(selected).toHaveText('2 variables selected')
  await press(page, 'a')
  await expect(messages).toContainText(/\S+ is in the working set already\. x takes it out\./)
  await expect(selected).toHaveText('2 variables selected')
  await press(page, 'j n v')
  await expectTitle(page, 'New Variable Set')
  await expect(page.getByRole('group', { name: 'Taken from elsewhere' })).toHaveText(
    /2 variables · from the working set/,
  )
})

test('edits the row under the cursor on its page', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts/subset?variable=INTERVIEW_AGE&operator=VALID`)
  await expect(page.getByRole('button', { name: 'Save', exact: true })).not.toHaveAttribute('aria-disabled')
  await press(page, '$mod+s')
  await expect(page).toHaveURL(/\/cohorts\/\d+$/)
  await makeAgeInTwo(page, product.url)
  for (const [path, row, dialog] of [
    ['/variable-sets', /./, null],
    ['/cohorts', /INTERVIEW_AGE/, 'Edit Cohort'],
    ['/projects', /./, 'Edit Project'],
    ['/clinical-constructs/all', /AGE_IN_TWO/, 'Edit Custom Variable'],
  ] as const) {
    await page.goto(`${product.url}${path}`)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    // Headings of projects are rows too.
    await expect(async () => {
      await press(page, 'j')
      await expect(page.locator('[role="row"]:focus, tr:focus').filter({ hasText: row })).toHaveCount(1)
    }).toPass()
    await press(page, 'e')
    if (dialog === null) await expect(page.getByLabel('Add a variable')).toBeVisible()
    else await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    if (dialog !== null) await expect(page).not.toHaveURL(/edit=/)
  }
})

test('says on the page of a row that there is nothing to edit', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/all?q=mood_high_ever`)
  await expect(page.getByRole('row', { name: 'MOOD_HIGH_EVER' }).first()).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await press(page, 'j e')
  await expect(page.getByText('There is nothing to edit on this page.')).toBeVisible()
  await expect(page).toHaveURL(/\/variables\/MOOD_HIGH_EVER$/)
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
