import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle } from '#tests/journeys/keyboard.ts'
import { expectNoViolations } from '#tests/journeys/no-violations.ts'
import { headings, makeSetByKeyboard, signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})
test.afterAll(() => product.stop())

test('selects rows by checkbox, Ctrl and Shift, keeps them across searches, and adds them to an existing set', async ({
  page,
}) => {
  await signInAt(page, `${product.url}/variables/all`)
  await makeSetByKeyboard(page, 'Set to extend')
  await page.goto(`${product.url}/variables/all?q=mood`)
  const rows = page.getByRole('grid', { name: 'Variables' }).locator('tbody tr')
  const selected = page.getByRole('row', { selected: true })
  const question = (place: number) => rows.nth(place).locator('[data-column="question"]')
  await rows.nth(1).locator('input').check()
  await expect(selected).toHaveCount(1)
  const top = await rows.nth(3).evaluate((row) => row.getBoundingClientRect().top)
  await question(3).click({ modifiers: ['Control'] })
  await expect(selected).toHaveCount(2)
  expect(await rows.nth(3).evaluate((row) => row.getBoundingClientRect().top)).toBe(top)
  await rows
    .nth(6)
    .getByRole('link')
    .first()
    .click({ modifiers: ['Shift'] })
  await expect(selected).toHaveCount(5)
  await question(4).click({ modifiers: ['Control'] })
  await expect(selected).toHaveCount(4)
  await expectTitle(page, 'Variables Catalog')
  await expectNoViolations(page)

  // The selection is the working set: another search keeps it.
  await page.getByLabel('Search names and questions').fill('smok')
  await expect(selected).toHaveCount(0)
  const selection = page.getByRole('group', { name: 'Selected rows' })
  await expect(selection).toContainText('4 variables selected')
  await expect(page.getByRole('button', { name: 'Working set: 4 variables' })).toBeVisible()
  await selection.getByRole('button', { name: 'Add to set…' }).click()
  await page.getByRole('option', { name: 'Set to extend' }).click()
  await expect(page.getByText(/^[34] variables added to “Set to extend”\.$/)).toBeVisible()
  await expect(selection).toBeHidden()

  await rows
    .nth(0)
    .getByRole('link')
    .first()
    .click({ modifiers: ['Alt'] })
  await expect.poll(async () => (await headings(page)).length).toBe(2)
})

test('searches the catalog from the dashboard by the button beside the field', async ({ page }) => {
  await signInAt(page, product.url)
  await page.getByLabel('What do you want to know?').fill('elated mood')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expectTitle(page, 'Variables Catalog')
  await expect(page.getByLabel('Search names and questions')).toHaveValue('elated mood')
})

test('selects cohorts by pointer and compares them', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAt(page, `${product.url}/cohorts`)
  const tree = page.getByRole('treegrid', { name: 'Cohorts' })
  const words = tree.getByText(/^Pedigrees of All Individuals/)
  await expect(words).toBeVisible()
  expect(await words.evaluate((text) => text.getClientRects().length)).toBe(2)
  expect(await words.evaluate(({ parentElement: cell }) => cell && cell.scrollHeight - cell.clientHeight)).toBe(0)
  await expect(tree.getByRole('columnheader', { name: 'Added' })).toHaveCount(0)
  const boxes = tree.locator('input[type=checkbox]')
  await boxes.nth(0).check()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await expect(page.getByRole('row', { selected: true })).not.toHaveCount(0)
  const selection = page.getByRole('group', { name: 'Selected rows' })
  await expect(selection).toContainText(/\d rows selected/)
  await selection.getByRole('button', { name: 'Compare side by side' }).click()
  await expect.poll(async () => (await headings(page)).length).toBeGreaterThan(1)
})

test('selects the text of a reopened picker, so that typing replaces it', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts/subset?variable=MOOD_RATING_NOW`)
  const picker = page.getByRole('combobox', { name: /Variable|Filter by/ }).first()
  await expect(picker).toHaveValue('MOOD_RATING_NOW')
  for (const _ of [1, 2]) {
    await picker.click()
    await page.keyboard.press('Escape')
    await picker.click()
    await page.keyboard.type('sex')
    await expect(picker).toHaveValue('sex')
    // The first closes the list, the second drops the text.
    await page.keyboard.press('Escape')
    await expect(picker).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Escape')
    await expect(picker).toHaveValue('MOOD_RATING_NOW')
  }
})

test('one click opens a dialog from a form whose focused field becomes invalid', async ({ page }) => {
  await signInAt(page, `${product.url}/variable-sets/new`)
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Paste names…' }).click()
  await expect(page.getByRole('dialog', { name: 'Paste names' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Name is required.')).toBeVisible()
})
