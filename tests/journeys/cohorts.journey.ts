import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, signInByKeyboard, tabTo, type } from '#tests/journeys/keyboard.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('a subset, a compound set and pedigrees, each from the key to the cohort’s page', async ({ page }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')

  await press(page, 'n s')
  await expectTitle(page, 'New Subset')
  await expect(page.getByRole('combobox', { name: 'Variable' })).toBeVisible()
  await tabTo(page, 'Variable')
  // Neither in a name nor in a question: only what an answer means.
  await type(page, 'bipolar')
  await expect(page.getByRole('option', { name: 'DIAGNOSIS' }).first()).toBeVisible()
  await press(page, 'Escape')
  await tabTo(page, 'Variable')
  await type(page, 'mood_high_ever')
  await expect(page.getByRole('option', { name: 'MOOD_HIGH_EVER' }).first()).toBeVisible()
  await press(page, 'Enter')
  await tabTo(page, 'Value')
  await type(page, '1')
  await tabTo(page, 'Name')
  await type(page, 'High mood')
  // Nothing was applied: the key applies first.
  await press(page, '$mod+s')
  await expectTitle(page, 'High mood')
  const size = page.getByText(/^[\d,]+ individuals?$/).first()
  const members = Number((await size.innerText()).replaceAll(/\D/g, ''))
  expect(members).toBeGreaterThan(0)
  const went = page.getByRole('figure', { name: 'Where everybody went' })
  await expect(went).toContainText(`Match${members.toLocaleString('en')}`)

  await press(page, 'n c')
  await expectTitle(page, 'New Compound Set')
  await expect(page.getByRole('combobox', { name: 'First cohort' })).toHaveValue('High mood')
  await tabTo(page, 'Second cohort')
  await type(page, 'All Ind')
  await expect(page.getByRole('option', { name: 'All Individuals' }).first()).toBeVisible()
  await press(page, 'Enter')
  const intersect = page.getByRole('radio', { name: /INTERSECT/ })
  await expect(page.getByText('INTERSECT')).toBeVisible()
  await tabTo(page, 'Swap them')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp')
  await expect(intersect).toBeChecked()
  await expect(page.getByRole('figure', { name: 'High mood and All Individuals' })).toContainText(`In both${members}`)
  await tabTo(page, 'Name')
  await type(page, 'High mood again')
  await press(page, '$mod+s')
  await expectTitle(page, 'High mood again')
  await expect(page.getByText(`${members.toLocaleString('en-US')} individuals`).first()).toBeVisible()

  await press(page, 'n p')
  await expectTitle(page, 'Ascertain Pedigrees')
  await expect(page.getByRole('combobox', { name: 'Parent cohort' })).toHaveValue('High mood again')
  await expect(page.getByRole('region', { name: 'Live result' })).toContainText('Pedigrees')
  await tabTo(page, 'Name')
  await type(page, 'Their families')
  await press(page, '$mod+s')
  await expectTitle(page, 'Their families')
  await expect(page.getByRole('table', { name: 'Pedigrees by collection' })).toBeVisible()
  const families = Number((await size.innerText()).replaceAll(/\D/g, ''))
  expect(families).toBeGreaterThan(members)
})

test('a name that is taken, and a filter that nobody meets, are told beside their fields', async ({ page }) => {
  await page.goto(`${product.url}/cohorts/subset?variable=MOOD_RATING_NOW`)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill('demo')
  await press(page, 'Enter')
  await page.getByLabel('Value').fill('-5')
  await press(page, '$mod+Enter')
  await expect(
    page.getByRole('region', { name: 'Summary' }).getByText('Nobody is in it: an empty cohort cannot be saved.'),
  ).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('all individuals')
  await press(page, 'Tab')
  await expect(page.getByText('A cohort with this name already exists. Please choose a different name.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Name', { exact: true }).fill('')
  await type(page, "Bob'")
  await expect(page.getByText('Name cannot contain quotes or backslashes.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('')
  await press(page, 'Tab')
  await expect(page.getByText('Name is required.')).toBeVisible()
})
