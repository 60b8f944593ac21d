import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, signInByKeyboard, type } from '#tests/journeys/keyboard.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('builds women with a symptom, an early onset and a large family who were asked about mania in 20 clicks', async ({
  page,
}) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  const mouse = countedClicks()
  const variable = page.getByRole('combobox', { name: 'Variable' })
  const value = page.getByLabel('Value', { exact: true })
  const option = (name: RegExp) => page.getByRole('listbox').getByRole('option', { name }).first()
  const add = async (words: string) => {
    await mouse.click(page.getByRole('button', { name: "Add to 'all of'" }))
    await expect(variable).toBeFocused()
    await type(page, words)
  }

  await mouse.click(page.getByRole('link', { name: 'Cohorts', exact: true }).first())
  await mouse.click(page.getByRole('button', { name: /^New/ }).first())
  await mouse.click(page.getByRole('button', { name: /^Build by rules/ }).first())
  await expectTitle(page, 'Build by rules')
  await expect(variable).toBeFocused()
  await type(page, 'SEX')
  await mouse.click(option(/^SEX/))
  await expect(value).toBeFocused()
  await mouse.click(value.getByRole('option', { name: /Female/ }))
  await expect(row(page, 'All of')).toContainText(/\d/)

  await add('heard voices people around you could not hear')
  await mouse.click(option(/^VOICES_EVER/).getByText(/^All \d versions/))
  await expect(value).toBeFocused()
  await mouse.click(value.getByRole('option', { name: /Yes/ }).first())
  await expect(row(page, 'VOICES_EVER is Yes')).toBeVisible()

  await add('ONSET_AGE')
  await mouse.click(option(/^BEC2_ONSET_AGE/))
  await expect(value).toBeFocused()
  await type(page, '<25')

  await add('family')
  await mouse.click(option(/^Family size/))
  await expect(row(page, 'Family of at least 4 members')).toBeVisible()

  await add('MOOD_HIGH_EVER')
  await mouse.click(option(/^MOOD_HIGH_EVER/))
  await mouse.choose(page.getByLabel('Operator', { exact: true }), 'was asked')
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toHaveValue(/^Sex: Female and /)
  await expect(page.getByRole('region', { name: 'Live result' })).toContainText(/of [\d,]+ individuals match/)
  await expect(page.getByText('No record here: no record of any form in the rules.')).toBeVisible()

  await mouse.click(page.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.getByRole('region', { name: 'Definition' })).toContainText('Family of at least 4 members')
  expect(mouse.count()).toBeLessThanOrEqual(20)
})

test('asks all versions of a question whether they were asked, in 3 clicks', async ({ page }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  const mouse = countedClicks()
  const variable = page.getByRole('combobox', { name: 'Variable' })
  await page.getByRole('link', { name: 'Cohorts', exact: true }).first().click()
  await page.getByRole('button', { name: /^New/ }).first().click()
  await page
    .getByRole('button', { name: /^Build by rules/ })
    .first()
    .click()
  await expectTitle(page, 'Build by rules')
  await expect(variable).toBeFocused()
  await type(page, 'heard voices people around you could not hear')
  const voices = page.getByRole('option', { name: /^VOICES_EVER/ }).first()
  await mouse.click(voices.getByText(/^All \d versions/))
  await expect(page.getByLabel('Value', { exact: true })).toBeFocused()
  await mouse.choose(page.getByLabel('Operator', { exact: true }), 'was asked')
  await expect(row(page, 'VOICES_EVER was asked')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Live result' })).toContainText(/of [\d,]+ individuals match/)
  expect(mouse.count()).toBeLessThanOrEqual(3)
})

/** Clicks and counts; a choice in a closed list is two clicks. */
function countedClicks() {
  let count = 0
  return {
    count: () => count,
    click: async (target: Locator) => {
      count += 1
      await target.click()
    },
    choose: async (list: Locator, label: string) => {
      count += 2
      await list.selectOption({ label })
    },
  }
}

/** The row that begins with these words. */
function row(page: Page, words: string) {
  return page.locator('[data-row]').filter({ hasText: words }).first()
}
