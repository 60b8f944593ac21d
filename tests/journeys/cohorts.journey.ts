import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, signInByKeyboard, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolations } from '#tests/journeys/no-violations.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('creates a subset, a compound set and pedigrees by keyboard and opens each cohort', async ({ page }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')

  await press(page, 'n s')
  await expectTitle(page, 'New Subset')
  await expect(page.getByRole('combobox', { name: 'Variable' })).toBeVisible()
  await press(page, '/')
  await expect(page.getByRole('combobox', { name: 'Variable' })).toBeFocused()
  // Found only in the meaning of an answer.
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
  // The live preview suffices; Apply is optional.
  await press(page, '$mod+s')
  await expectTitle(page, 'High mood')
  const size = page.getByText(/^[\d,]+ individuals?$/).first()
  const members = Number((await size.innerText()).replaceAll(/\D/g, ''))
  expect(members).toBeGreaterThan(0)
  const went = page.getByRole('figure', { name: 'Split of the parent cohort' })
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
  await tabTo(page, 'Swap')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp')
  await expect(intersect).toBeChecked()
  const both = `in High mood and All Individuals: ${members}, new cohort of these`
  await expect(page.getByRole('figure', { name: 'High mood and All Individuals' })).toContainText(both)
  await tabTo(page, 'Name')
  await type(page, 'High mood again')
  // The preview runs automatically: saving needs no Apply.
  await expect(page.getByRole('region', { name: 'Summary' }).getByRole('table')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Apply', exact: true })).toBeHidden()
  await tabTo(page, 'Save')
  await press(page, 'Enter')
  await expectTitle(page, 'High mood again')
  await expect(page.getByText(`${members.toLocaleString('en-US')} individuals`).first()).toBeVisible()
  const picture = page.getByRole('figure', { name: 'High mood and All Individuals' })
  await expect(picture).toContainText(`This cohort${members.toLocaleString('en')}`)
  await expect(picture).toContainText('Only in High mood0')
  const isFirst = await picture.evaluate((figure) => {
    const table = document.querySelector('table')
    return table !== null && (figure.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  })
  expect(isFirst).toBe(true)
  await expectNoViolations(page)
  // A description alone keeps the name.
  await press(page, 'e')
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('')
  await page.getByLabel('Description').fill('The same people')
  await tabTo(page, 'Save')
  await press(page, 'Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectTitle(page, 'High mood again')
  await expect(page.getByText('The same people').first()).toBeVisible()

  await press(page, 'n p')
  await expectTitle(page, 'Ascertain Pedigrees')
  await expect(page.getByRole('combobox', { name: 'Parent cohort' })).toHaveValue('High mood again')
  await expect(page.getByRole('region', { name: 'Live result' })).toContainText('Pedigrees')
  await page.getByRole('radio', { name: 'Families by number of affected members' }).check()
  for (const label of ['Count', 'Minimum pedigree size']) {
    const field = page.getByRole('textbox', { name: label })
    await field.fill('')
    await field.focus()
    await type(page, '1.5')
    await press(page, 'Tab')
    await expect(field).toHaveValue('1.5')
    await expect(page.getByText(`${label} must be a whole number from 0 to 999,999.`).first()).toBeVisible()
    await field.fill('1')
  }
  await page.getByRole('radio', { name: 'Include all relatives' }).check()
  await tabTo(page, 'Name')
  await type(page, 'Their families')
  await press(page, '$mod+s')
  await expectTitle(page, 'Their families')
  await expect(page.getByRole('table', { name: 'Pedigrees by collection' })).toBeVisible()
  const families = Number((await size.innerText()).replaceAll(/\D/g, ''))
  expect(families).toBeGreaterThan(members)
})

test('lists individuals with unreadable texts as not counted, with their collections', async ({ page }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'newcomer', 'demo')
  await press(page, 'n s')
  await expectTitle(page, 'New Subset')
  await tabTo(page, 'Variable')
  await type(page, 'birth_country')
  await expect(page.getByRole('option', { name: 'BIRTH_COUNTRY' }).first()).toBeVisible()
  await press(page, 'Enter')
  await tabTo(page, 'Value')
  await type(page, 'a')
  const went = page.getByRole('figure', { name: 'Split of the parent cohort' })
  await expect(went).toContainText('Not counted: no access to au, bp, ct, dp, sz')
  await expect(went).toContainText('Match0')
  await expect(page.getByText('Texts and scores are used only in collections that you may read.')).toBeVisible()
})

test('reports a taken name and a filter without matches beside their fields', async ({ page }) => {
  await page.goto(`${product.url}/cohorts/subset?variable=MOOD_RATING_NOW`)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password').fill('demo')
  await press(page, 'Enter')
  await page.getByLabel('Value').fill('-5')
  await press(page, '$mod+Enter')
  await expect(
    page.getByRole('region', { name: 'Summary' }).getByText('No individual matches. An empty cohort cannot be saved.'),
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
