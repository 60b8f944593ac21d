import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolations } from '#tests/journeys/no-violations.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

/** Tabs to the area with the tab stop, and returns its words. */
async function tabToArea(page: Page): Promise<string> {
  await expect(page.getByRole('figure').getByRole('img').first()).toBeVisible()
  const words = await page.locator('figure [role="img"][tabindex="0"]').getAttribute('aria-label')
  await tabTo(page, words ?? '')
  return words ?? ''
}

test('plots a number against a number, a category and back by keyboard', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/INTERVIEW_AGE`)
  await expect(page.getByRole('button', { name: /Plot against/ })).toBeVisible()
  await press(page, 'v a')
  await type(page, 'AGE_TODAY')
  await expect(page.getByRole('option', { name: /AGE_TODAY/ }).first()).toBeVisible()
  await press(page, 'Enter')
  await expectTitle(page, 'INTERVIEW_AGE against AGE_TODAY')
  await expect(page.getByRole('figure', { name: /^Scatter plot of INTERVIEW_AGE against AGE_TODAY/ })).toBeVisible()
  await expect(page.getByText('Spearman ρ')).toBeVisible()
  await expectNoViolations(page)

  await test.step('reads the points as a table, and draws the bins', async () => {
    await tabToArea(page)
    await press(page, 't')
    await expect(page.getByRole('columnheader', { name: 'Individuals' })).toBeVisible()
    await press(page, 't')
    await tabTo(page, 'Points', 60)
    await press(page, 'ArrowRight')
    await expect(
      page.getByRole('figure', { name: /^Binned scatter plot of INTERVIEW_AGE against AGE_TODAY/ }),
    ).toBeVisible()
  })

  await test.step('reads the cells with the arrow keys, and the table', async () => {
    const first = await tabToArea(page)
    await press(page, 'End')
    const last = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    expect(last).not.toBe(first)
    await expect(page.getByText(`${last}.`)).toBeVisible()
    await press(page, 't')
    await expect(page.getByRole('columnheader', { name: '% of answers' })).toBeVisible()
    await expectNoViolations(page)
    await press(page, 't')
  })

  await test.step('begins a cohort of the individuals of a cell', async () => {
    await tabToArea(page)
    const words = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
    const [, count = ''] = /: ([\d,]+) individual/.exec(words) ?? []
    await tabTo(page, 'New cohort of these')
    await press(page, 'Enter')
    await expect(page.getByRole('heading', { level: 1 }).first()).not.toContainText('against')
    await expect(page.getByText(`${count} of`).first()).toBeVisible()
    await page.goBack()
    await expectTitle(page, 'INTERVIEW_AGE against AGE_TODAY')
  })

  await test.step('draws box plots by a category, with a cohort of a group', async () => {
    await tabTo(page, 'Against')
    await type(page, 'SCHOOLING')
    await expect(page.getByRole('option', { name: /^SCHOOLING/ }).first()).toBeVisible()
    await press(page, 'Enter')
    await expectTitle(page, 'INTERVIEW_AGE against SCHOOLING')
    await expect(page.getByRole('figure', { name: /^Box plots of INTERVIEW_AGE in 6 groups/ })).toBeVisible()
    await tabToArea(page)
    await press(page, 'ArrowDown')
    await expect(page.locator('p').filter({ hasText: 'Primary school' })).toContainText('median')
    await expectNoViolations(page)
    await tabTo(page, 'Boxes', 60)
    await press(page, 'ArrowRight')
    await expect(page.getByRole('figure', { name: /^Binned scatter plot/ })).toBeVisible()
  })
})

test('plots two selected rows of the catalog against each other', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/all?q=schooling`)
  const grid = page.getByRole('grid', { name: 'Variables' })
  await expect(grid.getByRole('link', { name: /^SCHOOLING/ }).first()).toBeVisible()
  await press(page, 'j')
  await press(page, 'x')
  await press(page, 'j')
  await press(page, 'x')
  await tabTo(page, 'More for the selected variables', 80)
  await press(page, 'Enter')
  await page.getByRole('button', { name: 'Plot against each other' }).press('Enter')
  await expect(page).toHaveTitle(/^\w+ against \w+ \| DIVER$/)
  await expect(page.getByRole('combobox', { name: 'Against' })).toBeVisible()
})

test('draws a mosaic of two categories, in the dark and on a phone', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signInAt(page, `${product.url}/variables/SCHOOLING/against/MOOD_LOW_EVER`)
  await expect(page.getByRole('figure', { name: /^Mosaic plot of SCHOOLING against MOOD_LOW_EVER/ })).toBeVisible()
  await tabTo(page, 'Swap the axes')
  await press(page, 'Enter')
  await expectTitle(page, 'MOOD_LOW_EVER against SCHOOLING')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('figure', { name: /^Mosaic plot of MOOD_LOW_EVER against SCHOOLING/ })).toBeVisible()
  await tabToArea(page)
  await expectNoViolations(page)
})

test('compares three cohorts by an UpSet plot, bars and boxes', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts`)
  const tree = page.getByRole('treegrid', { name: 'Cohorts' })
  await expect(tree.getByRole('row', { name: /^Subsets/ })).toBeVisible()
  const ids = await page.evaluate(async () => {
    const response = await fetch('/api/v0/cohort/info')
    const { cohorts }: { cohorts: { cohortid: number }[] } = await response.json()
    return cohorts.map(({ cohortid }) => cohortid).slice(1, 4)
  })
  await page.goto(`${product.url}/cohorts/${ids[0]}?compare=${ids.slice(1).join(',')}&variable=INTERVIEW_AGE`)
  await expect(page.getByRole('figure', { name: /^UpSet plot of 3 cohorts/ })).toBeVisible()
  const bars = page.getByRole('figure', { name: /^Distributions of INTERVIEW_AGE in 3 cohorts/ })
  await expect(bars).toBeVisible()
  await tabTo(page, 'Size', 60)
  await press(page, 'ArrowRight')
  await expect(page.getByRole('radio', { name: 'Number of cohorts' })).toBeChecked()
  await tabTo(page, 'Bars', 80)
  await press(page, 'ArrowRight')
  await expect(page.getByRole('figure', { name: /^Box plots of INTERVIEW_AGE in 3 cohorts/ })).toBeVisible()
  await press(page, 'ArrowRight')
  await expect(page.getByRole('figure', { name: /^Histogram of INTERVIEW_AGE/ })).toHaveCount(3)
  await expectNoViolations(page)
})
