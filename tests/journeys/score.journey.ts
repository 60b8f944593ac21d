import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolationsInAnyColours } from '#tests/journeys/no-violations.ts'
import { chooseSample, signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('saves a score by keyboard, selects individuals by it and edits its formula', async ({ page }) => {
  await signInAt(page, product.url)
  await chooseSample(page)
  await press(page, 'g x')
  await expect(page.getByRole('link', { name: 'PSYCHOTIC_SIGNS', exact: true })).toBeVisible()
  await press(page, 'n')
  await press(page, 'r')
  await expectTitle(page, 'New Score')
  await expect(page.getByLabel('Variable', { exact: true })).toBeFocused()
  await tabTo(page, 'Description (optional)')
  await press(page, '$mod+s')
  await expect(page.getByText('Choose variables or type a formula.').first()).toBeVisible()
  await expect(page.getByLabel('Variable', { exact: true })).toBeFocused()
  await tabTo(page, 'Formula')
  // A name that no variable has is neither a variable of the score nor a part of its name.
  await type(page, 'SLEEP_BAD_EVERSLEEP_TOO_MUCH')
  await expect(page.getByRole('alert')).toContainText('There is no variable SLEEP_BAD_EVERSLEEP_TOO_MUCH.')
  await expect(page.getByText('This formula is no calculation of the list.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('')
  await press(page, '$mod+a')
  await type(page, 'SUM(MOOD_HIGH_EV')
  await expect(page.getByRole('option', { name: /^MOOD_HIGH_EVER/ })).toBeVisible()
  await expectNoViolationsInAnyColours(page)
  await press(page, 'Enter')
  await type(page, ', MOOD_LOW_EVER')
  await expect(page.getByLabel('Formula')).toHaveValue('SUM(MOOD_HIGH_EVER, MOOD_LOW_EVER')
  await expect(page.getByRole('alert')).toContainText('A comma or a closing bracket is missing.')
  await type(page, ')')
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.getByRole('figure', { name: 'Histogram of the score' })).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('SUM_MOOD_HIGH_EVER_AND_1_MORE')
  await tabTo(page, 'Expected from (optional)')
  await type(page, '0')
  await tabTo(page, 'Expected to (optional)')
  await type(page, '1')
  await expect(result.getByText(/^[\d,]+ individuals? with a score outside the expected range 0 to 1\.$/)).toBeVisible()
  await press(page, '$mod+a')
  await type(page, '2')
  await expect(result.getByText('All scores are in the expected range 0 to 2.')).toBeVisible()
  await tabTo(page, 'Unit (optional)')
  await type(page, 'symptoms')
  await expect(result.getByRole('figure', { name: 'Histogram of the score (symptoms)' })).toBeVisible()
  const two = (await result.getByRole('listitem').last().getByRole('img').getAttribute('aria-label')) ?? ''
  await expectNoViolationsInAnyColours(page)
  // The footer follows the fields: the chart at the right comes after Save.
  await tabTo(page, 'Description (optional)')
  await press(page, 'Tab')
  await expect(page.getByLabel('Name')).toBeFocused()
  await press(page, 'Tab')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeFocused()
  await press(page, '$mod+s')
  await expectTitle(page, 'SUM_MOOD_HIGH_EVER_AND_1_MORE')
  await expect(page.getByText('SUM(MOOD_HIGH_EVER, MOOD_LOW_EVER)')).toBeVisible()
  await expect(page.getByText('Unit: symptoms. Expected range: 0 to 2.').first()).toBeVisible()
  // The list of custom variables is older than the score.
  await press(page, 'Shift+E')
  await expectTitle(page, 'Edit SUM_MOOD_HIGH_EVER_AND_1_MORE')

  const count = Number(/: ([\d,]+)$/.exec(two)?.[1]?.replaceAll(',', ''))
  expect(count).toBeGreaterThan(0)
  await page.goto(`${product.url}/cohorts/subset?variable=SUM_MOOD_HIGH_EVER_AND_1_MORE&equals=2`)
  await expect(page.getByRole('status').getByText(count.toLocaleString('en'), { exact: true })).toBeVisible()

  await page.goto(`${product.url}/variables/SUM_MOOD_HIGH_EVER_AND_1_MORE`)
  await expectTitle(page, 'SUM_MOOD_HIGH_EVER_AND_1_MORE')
  await press(page, '$mod+k')
  await type(page, 'edit definition')
  await expect(page.getByRole('option', { name: /^Edit definition/ }).first()).toBeVisible()
  await press(page, 'Enter')
  await expectTitle(page, 'Edit SUM_MOOD_HIGH_EVER_AND_1_MORE')
  await expect(page.getByLabel('Expected to')).toHaveValue('2')
  await expect(page.getByLabel('Formula')).toHaveValue('SUM(MOOD_HIGH_EVER, MOOD_LOW_EVER)')
  await tabTo(page, 'Calculation')
  await type(page, 'Mean')
  await expect(page.getByLabel('Formula')).toHaveValue('MEAN(MOOD_HIGH_EVER, MOOD_LOW_EVER)')
  await expect(result.getByText('0 to 1', { exact: true })).toBeVisible()
  await press(page, '$mod+s')
  const dialog = page.getByRole('dialog', { name: 'Replace “SUM_MOOD_HIGH_EVER_AND_1_MORE”?' })
  await expect(dialog).toContainText('Formula after: MEAN(MOOD_HIGH_EVER, MOOD_LOW_EVER)')
  await expect(dialog.getByRole('button', { name: 'Replace custom variable' })).toBeFocused()
  const ofRelease = page.waitForResponse((response) => response.url().includes('/definition/today') && response.ok())
  await press(page, 'Enter')
  await expectTitle(page, 'SUM_MOOD_HIGH_EVER_AND_1_MORE')
  await expect(page.getByText('MEAN(MOOD_HIGH_EVER, MOOD_LOW_EVER)')).toBeVisible()
  // The page asks for the former id until it is read again.
  await ofRelease
  await expect(page.getByText('There is no such custom variable.')).toHaveCount(0)
})

test('makes a z-score of a variable within a cohort from fields', async ({ page }) => {
  await signInAt(page, product.url)
  await page.goto(`${product.url}/clinical-constructs/score?variables=INTERVIEW_AGE`)
  await expectTitle(page, 'New Score')
  await page.getByLabel('Calculation').selectOption('Z')
  await page.getByLabel('Mean and SD of cohort').click()
  await page.getByRole('option', { name: /^All Individuals/ }).click()
  await expect(page.getByLabel('Formula')).toHaveValue(/^\(INTERVIEW_AGE - [\d.]+\) \/ [\d.]+$/)
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.getByText('0 (1)', { exact: true })).toBeVisible()
})

test('adds up the variables that are typed and chosen one after another', async ({ page }) => {
  await signInAt(page, product.url)
  await press(page, 'n r')
  await expectTitle(page, 'New Score')
  await expect(page.getByLabel('Variable', { exact: true })).toBeFocused()
  await type(page, 'mood_high_ever')
  await press(page, 'Enter')
  await expect(page.getByLabel('Formula')).toHaveValue('SUM(MOOD_HIGH_EVER)')
  await expect(page.getByLabel('Another variable')).toHaveValue('')
  await expect(page.getByRole('listbox', { name: 'Another variable' })).toBeHidden()
  await type(page, 'mood_low_ever')
  await press(page, 'Enter')
  await expect(page.getByLabel('Formula')).toHaveValue('SUM(MOOD_HIGH_EVER, MOOD_LOW_EVER)')
})

test('begins with the variables that can be added up, and Backspace removes the last one', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/ALCOHOL_NEVER_WHY`)
  await press(page, 'n r')
  await expectTitle(page, 'New Score')
  await expect(page.getByText('1 variable left out: not a number, and no codes that are numbers.')).toBeVisible()
  await expect(page.getByLabel('Formula')).toHaveValue('')
  await expect(page.getByRole('alert')).toBeHidden()

  await page.goto(
    `${product.url}/clinical-constructs/score?variables=MOOD_HIGH_EVER,ALCOHOL_NEVER_WHY,MOOD_LOW_EVER,MOOD_RATING_NOW`,
  )
  await expect(page.getByLabel('Formula')).toHaveValue('SUM(MOOD_HIGH_EVER, MOOD_LOW_EVER, MOOD_RATING_NOW)')
  await expect(page.getByLabel('Name')).toHaveValue('SUM_MOOD_HIGH_EVER_AND_2_MORE')
  await expect(page.getByLabel('Known answers needed').getByRole('option')).toHaveText([
    'All 3',
    'At least 50% (2 of 3)',
  ])
  await expectNoViolationsInAnyColours(page)
  await tabTo(page, 'Another variable')
  await press(page, 'Backspace')
  await expect(page.getByLabel('Formula')).toHaveValue('SUM(MOOD_HIGH_EVER, MOOD_LOW_EVER)')

  // A text is no number.
  await page.getByLabel('Formula').fill('ALCOHOL_NEVER_WHY + 1')
  await expect(page.getByRole('alert')).toContainText(/^ALCOHOL_NEVER_WHY is text/)
})
