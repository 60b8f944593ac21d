import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, signInByKeyboard, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolationsInAnyColours } from '#tests/journeys/no-violations.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('finds no axe violations on any screen in light and dark mode', async ({ page }) => {
  test.setTimeout(600_000)
  await page.goto(product.url)
  await expect(page.getByLabel('Username')).toBeFocused()
  await expectNoViolationsInAnyColours(page)
  await signInByKeyboard(page, 'researcher', 'demo')
  await expectNoViolationsInAnyColours(page)

  await page.goto(`${product.url}/variables/all?q=mood`)
  await expect(page.getByRole('grid', { name: 'Variables' })).toBeVisible()
  await expectNoViolationsInAnyColours(page)

  await page.goto(`${product.url}/variables/MOOD_LOW_SIGNS?beside=%2Fcohorts`)
  await expect(page.getByRole('treegrid', { name: 'Cohorts' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Top answers' })).toBeVisible()
  await expectNoViolationsInAnyColours(page)

  await press(page, '$mod+k')
  await type(page, 'mood')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectNoViolationsInAnyColours(page)
  await type(page, ' zzzz')
  await expect(page.getByText('No results found.')).toBeVisible()
  await expectNoViolationsInAnyColours(page)

  await page.goto(`${product.url}/cohorts/subset?variable=MOOD_HIGH_EVER`)
  await page.getByLabel('Value').selectOption('1')
  await press(page, '$mod+Enter')
  await expect(page.getByRole('region', { name: 'Collection' })).toBeVisible()
  await expectNoViolationsInAnyColours(page)

  await page.goto(`${product.url}/clinical-constructs/two-vars?variables=MOOD_HIGH_EVER,SEX`)
  await page.locator('td[data-row="0"][data-column="0"]').click()
  await press(page, '1')
  await expect(page.getByRole('list', { name: 'Counts by value' })).toBeVisible()
  await expectNoViolationsInAnyColours(page)
  await page.goto(`${product.url}/clinical-constructs/multi?variables=MOOD_RATING_NOW,MOOD_HIGH_EVER`)
  await page.getByRole('button', { name: 'Add a group' }).first().click()
  await expectNoViolationsInAnyColours(page)

  await page.goto(`${product.url}/cohorts/1?show=table`)
  await expect(page.getByRole('table', { name: 'Counts' })).toBeVisible()
  await expectNoViolationsInAnyColours(page)

  for (const [path, title] of [
    ['/variable-sets', 'Variable Sets'],
    ['/variable-sets/new', 'New Variable Set'],
    ['/downloads/new', 'Download Data'],
    ['/help/performance', 'Performance'],
    ['/cohorts/999', 'Cohort'],
    ['/nowhere', 'Page Not Found'],
  ] as const) {
    await page.goto(`${product.url}${path}`)
    await expectTitle(page, title)
    await expectNoViolationsInAnyColours(page)
  }
  await press(page, '?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoViolationsInAnyColours(page)
})
