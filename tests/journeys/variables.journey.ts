import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, type } from '#tests/journeys/keyboard.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

async function openAs(page: Page, username: string, path: string): Promise<void> {
  await page.goto(`${product.url}${path}`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill('demo')
  await press(page, 'Enter')
}

test('queues an edit with a comment for review without applying it', async ({ page }) => {
  await openAs(page, 'admin', '/variables/MOOD_HIGH_EVER')
  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit MOOD_HIGH_EVER' })
  await dialog.getByLabel('Meaning of 1').fill('Yes, ever')
  await expect(dialog.getByRole('region', { name: 'What changes' })).toContainText('Yes, ever')
  await expect(dialog.getByRole('button', { name: 'Queue for review' })).toBeDisabled()
  await dialog.getByLabel('Comment').fill('Says when')
  await dialog.getByRole('button', { name: 'Queue for review' }).click()
  await expect(page.getByText('Variable edits queued for review.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Top answers' })).not.toContainText('Yes, ever')
})

test('offers the edit to administrators only', async ({ page }) => {
  await openAs(page, 'researcher', '/variables/MOOD_HIGH_EVER')
  await expect(page.getByRole('list', { name: 'Top answers' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeHidden()
})

test('shows up to four variables side by side with counts of the chosen cohort', async ({ page }) => {
  await openAs(page, 'researcher', '/variables/MOOD_HIGH_EVER?compare=MOOD_LOW_EVER')
  await expectTitle(page, 'MOOD_HIGH_EVER and 1 other')
  for (const name of ['MOOD_HIGH_EVER', 'MOOD_LOW_EVER']) {
    await expect(page.getByRole('article', { name }).getByRole('list', { name: 'Top answers' })).toBeVisible()
  }
  await page.getByRole('combobox', { name: 'Compare with' }).fill('mood_rating')
  await press(page, 'Enter')
  await expect(page.getByRole('article', { name: 'MOOD_RATING_NOW' })).toBeVisible()
  await expect(page).toHaveURL(/compare=MOOD_LOW_EVER%2CMOOD_RATING_NOW/)
})

test('/ leads to the cohort of a variable, and its choice keeps the focus', async ({ page }) => {
  await openAs(page, 'researcher', '/variables/MOOD_HIGH_EVER')
  await expectTitle(page, 'MOOD_HIGH_EVER')
  const subset = { parent_id: 1, cohort_type: 'subset', variable: 'SEX', constraint_type: 'EQ', constraint_value: '1' }
  const saved = await page.request.post(`${product.url}/api/v0/cohort/new`, {
    data: { ...subset, name: 'First sex', projectid: 1 },
  })
  expect(saved.ok(), await saved.text()).toBe(true)
  await page.reload()
  const bars = page.getByRole('list', { name: 'Top answers' })
  await expect(bars).toBeVisible()
  await press(page, '/')
  const cohort = page.getByRole('combobox', { name: 'Counted in' })
  await expect(cohort).toBeFocused()
  await type(page, 'First s')
  await expect(page.getByRole('option', { name: 'First sex' })).toBeVisible()
  await press(page, 'Enter')
  await expect(page.getByRole('button', { name: 'Compare with All Individuals' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'MOOD_HIGH_EVER' })).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByRole('main')).toContainText('in First sex')
  await expect(cohort).toBeFocused()
  await type(page, 'All Ind')
  await expect(page.getByRole('option', { name: /^All Individuals/ })).toBeVisible()
  await press(page, 'Enter')
  await expect(bars).toBeVisible()
  await expect(cohort).toBeFocused()
})

test('shows a user without collections counts and the reason why there is no download', async ({ page }) => {
  await openAs(page, 'newcomer', '/cohorts/1')
  const pane = page.getByRole('main')
  await expect(pane.getByText('You have no access to any collection and cannot download.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Members by Diagnosis' })).toBeVisible()
})
