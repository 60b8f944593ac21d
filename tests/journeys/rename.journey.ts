import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolations } from '#tests/journeys/no-violations.ts'
import { chooseSample, makeSetByKeyboard, signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('renames a cohort in its title, keeps a refused name, and cancels by Escape', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts`)
  await page.getByRole('link', { name: 'Low mood at some time' }).focus()
  await press(page, 'Enter')
  await expectTitle(page, 'Low mood at some time')
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible()
  await press(page, 'F2')
  const field = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('Low mood at some time')
  await type(page, 'High mood at some time')
  await press(page, 'Enter')
  await expect(page.locator('form').getByRole('alert')).toContainText('already exists')
  await expectNoViolations(page)
  await expect(field).toHaveValue('High mood at some time')

  await press(page, 'Escape')
  await expect(field).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Low mood at some time' })).toBeFocused()
  await press(page, 'F2')
  await expect(field).toBeFocused()
  await type(page, 'Low mood, ever')
  await press(page, 'Enter')
  await expect(page.getByText('Changes saved.')).toBeVisible()
  await expectTitle(page, 'Low mood, ever')
  await expect(field).toBeHidden()
  await page.goto(`${product.url}/cohorts`)
  await expect(page.getByRole('link', { name: 'Low mood, ever' })).toBeVisible()
})

test('renames a variable set and a project, and reports a failed save beside the name', async ({ page }) => {
  await signInAt(page, product.url)
  await makeSetByKeyboard(page, 'First name')
  const field = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible()
  await page.route('**/api/v0/variableset/edit', (route) =>
    route.fulfill({ status: 500, json: { message: 'The disk is full.' } }),
  )
  await press(page, 'F2')
  await expect(field).toBeFocused()
  await type(page, 'Second name')
  await press(page, 'Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'The disk is full.' }).first()).toBeVisible()
  await expect(field).toHaveValue('Second name')
  await page.unroute('**/api/v0/variableset/edit')
  await press(page, 'Enter')
  await expectTitle(page, 'Second name')
  await expect(page.getByText('MOOD_RATING_NOW').first()).toBeVisible()

  await page.goto(`${product.url}/projects/1`)
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible()
  await press(page, 'F2')
  await expect(field).toBeFocused()
  await type(page, 'Main project')
  await press(page, 'Enter')
  await expectTitle(page, 'Main project')
})

test('renames a custom variable and stays on its page', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/PSYCHOTIC_SIGNS`)
  await expectTitle(page, 'PSYCHOTIC_SIGNS')
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible()
  await press(page, 'F2')
  const field = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(field).toBeFocused()
  await type(page, 'SIGNS OF PSYCHOSIS')
  await expect(page.getByRole('alert')).toContainText('letters, digits or underscores')
  await press(page, '$mod+a')
  await type(page, 'SIGNS_OF_PSYCHOSIS')
  await press(page, 'Enter')
  await expectTitle(page, 'SIGNS_OF_PSYCHOSIS')
  await expect(page.getByText('Changes saved.')).toBeVisible()
  await expect(field).toBeHidden()
})

test('renames the row under the cursor in every list of named things, and keeps the focus there', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts`)
  const field = page.getByRole('textbox', { name: 'Name', exact: true })
  const tree = page.getByRole('treegrid', { name: 'Cohorts' })
  await expect(tree.getByRole('row', { name: /^Subsets/ })).toBeVisible()
  await press(page, 'j F2')
  // All Individuals has no name of the user's.
  await expect(field).toBeHidden()
  await press(page, 'j j')
  const high = tree.getByRole('row', { name: /^High mood at some time/ })
  await expect(high).toBeFocused()
  await press(page, 'F2')
  await expect(field).toHaveValue('High mood at some time')
  await expect(field).toBeFocused()
  await expectNoViolations(page)
  await type(page, 'High mood, ever')
  await press(page, 'Enter')
  await expect(field).toBeHidden()
  await expect(tree.getByRole('row', { name: /^High mood, ever/ })).toBeFocused()

  const lists = [
    ['/variable-sets', 'Variable sets', 'Set of the list'],
    ['/projects', 'Projects', 'Project of the list'],
  ] as const
  for (const [path, label, name] of lists) {
    await page.goto(`${product.url}${path}`)
    const grid = page.getByRole('grid', { name: label })
    await expect(grid.getByRole('row').nth(1)).toBeVisible()
    await press(page, 'j F2')
    await expect(field).toBeFocused()
    await type(page, name)
    await press(page, 'Enter')
    await expect(field).toBeHidden()
    await expect(grid.getByRole('row', { name })).toBeFocused()
  }
})

test('renames a custom variable in its list, and cancels by Escape without losing the selection', async ({ page }) => {
  await signInAt(page, `${product.url}/projects`)
  await chooseSample(page)
  await press(page, 'g x')
  const grid = page.getByRole('grid', { name: 'Custom variables' })
  await expect(grid.getByRole('row').nth(1)).toBeVisible()
  const signs = grid.getByRole('row', { name: /SIGNS/ })
  await signs.focus()
  await press(page, 'x F2')
  const field = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(field).toBeFocused()
  await press(page, 'Escape')
  await expect(field).toBeHidden()
  await expect(signs).toBeFocused()
  await expect(signs).toHaveAttribute('aria-selected', 'true')
  await press(page, 'x')
  await press(page, 'F2')
  await expect(field).toBeFocused()
  await type(page, 'RENAMED_IN_LIST')
  await press(page, 'Enter')
  await expect(field).toBeHidden()
  await expect(grid.getByRole('row', { name: /RENAMED_IN_LIST/ })).toBeFocused()
})
