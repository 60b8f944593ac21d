import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { chooseByLetters, expectTitle, press, signInByKeyboard, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolationsInAnyColours } from '#tests/journeys/no-violations.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

/** A back end without the capability "rules": the builder makes cohorts of the specification. */
let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct({ environment: { CAPABILITIES: 'none' } })
})

test.afterAll(() => product.stop())

const SYMPTOM = 'RUNNING_REMARKS_EVER'
const MANIA = 'MOOD_HIGH_EVER'

test('saves rules as cohorts, continues a failed attempt, and deletes one', async ({ page }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await press(page, 'n b')
  await expectTitle(page, 'Build by rules')
  await expect(page.getByText('This server keeps one condition per cohort')).toBeVisible()
  // Already there: the key leads to the same field.
  await expect(page.getByRole('combobox', { name: 'Variable' })).toBeFocused()
  await press(page, '/')
  await chooseRule(page, SYMPTOM)
  await expect(page.getByText('Save makes 1 cohort.').first()).toBeVisible()
  await press(page, 'Enter Alt+g')
  await expect(page.getByLabel('Match', { exact: true })).toBeFocused()
  await chooseByLetters(page, 'any')
  await press(page, 'Enter')
  await chooseRule(page, MANIA)
  await press(page, 'Enter')
  await chooseRule(page, 'ARGUING_EVER')
  await press(page, 'Escape')
  await expect(page.getByText('Save makes up to 4 cohorts: yours, and 3 steps')).toBeVisible()
  await expectNoViolationsInAnyColours(page)
  await tabTo(page, 'Name', 60)
  await type(page, 'Symptom and one of two')

  await failAfter(page, 2)
  await press(page, '$mod+s')
  await expect(page.getByText('2 cohorts made, not finished')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Symptom and one of two · step 2' })).toBeVisible()
  await expectNoViolationsInAnyColours(page)
  await page.unroute('**/cohort/new')
  await tabTo(page, 'Continue', 60)
  await press(page, 'Enter')
  await expectTitle(page, 'Symptom and one of two')
  await expect(page.getByText(/^[1-9][\d,]* individuals?$/).first()).toBeVisible()

  await press(page, 'n b')
  await expectTitle(page, 'Build by rules')
  await expect(page.getByLabel('Variable', { exact: true })).toBeVisible()
  await press(page, '/')
  await chooseRule(page, SYMPTOM)
  await press(page, 'Enter')
  await chooseRule(page, MANIA)
  await tabTo(page, 'Name', 60)
  await type(page, 'Not finished')
  await failAfter(page, 1)
  await press(page, '$mod+s')
  await expect(page.getByText('1 cohort made, not finished')).toBeVisible()
  await tabTo(page, 'Delete this cohort', 60, 'Shift+Tab')
  await press(page, 'Enter')
  await expect(page.getByText('1 cohort made, not finished')).toHaveCount(0)
  await press(page, 'g c')
  await expectTitle(page, 'Cohorts')
  await expect(page.getByText('Symptom and one of two', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/^Not finished/)).toHaveCount(0)
})

test('says beside a rule that this server cannot keep it', async ({ page }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await press(page, 'n b')
  await expectTitle(page, 'Build by rules')
  await expect(page.getByLabel('Variable', { exact: true })).toBeVisible()
  await press(page, '/ Alt+g Tab')
  await expect(page.getByLabel('About', { exact: true })).toBeFocused()
  await chooseByLetters(page, 'family')
  await press(page, 'Tab')
  await chooseByLetters(page, 'at most')
  await press(page, 'Enter')
  await chooseRule(page, MANIA)
  await expect(page.getByText(/^This server counts members of a family by one condition/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
})

/** Refuses the cohorts after so many saves. */
async function failAfter(page: Page, saves: number): Promise<void> {
  let saved = 0
  await page.route('**/cohort/new', async (route) => {
    saved += 1
    if (saved > saves) await route.fulfill({ status: 500, json: { message: 'The disk is full.' } })
    else await route.continue()
  })
}

/** In the field of the variable: chooses it, and the value 1. */
async function chooseRule(page: Page, name: string): Promise<void> {
  await expect(page.getByLabel('Variable', { exact: true })).toBeFocused()
  await type(page, name)
  await expect(page.getByRole('option', { name }).first()).toBeVisible()
  await press(page, 'Enter')
  await expect(page.getByLabel('Value', { exact: true })).toBeFocused()
  await chooseByLetters(page, '1')
}
