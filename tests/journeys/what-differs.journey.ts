import type { Page } from '@playwright/test'
import * as v from 'valibot'
import { expect, test } from '#tests/journeys/journey.ts'
import { press, tabTo } from '#tests/journeys/keyboard.ts'
import { expectNoViolations } from '#tests/journeys/no-violations.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

const Saved = v.object({ new_cohort_id: v.number() })

async function send(page: Page, path: string, data: object): Promise<number> {
  const response = await page.request.post(`${product.url}/api/v0${path}`, { data })
  return v.parse(Saved, await response.json()).new_cohort_id
}

const ever = (variable_name: string) => ({ variable_name, constraint_type: 'EQ', constraint_value: '1' })
const from = (age: string) => ({ variable_name: 'AGE_TODAY', constraint_type: 'GTE', constraint_value: age })
const all = (...rules: object[]) => ({ version: 1, match: 'all', rules })

test('shows the differing rules of two cohorts, and why individuals are in one only', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAt(page, product.url)
  const adults = await send(page, '/cohort/rules/new', {
    parent_id: 1,
    name: 'Adults',
    rules: all(from('18'), ever('MOOD_LOW_EVER')),
  })
  const older = await send(page, '/cohort/rules/new', {
    parent_id: 1,
    name: 'Older',
    rules: all(from('30'), ever('MOOD_HIGH_EVER')),
  })
  await page.goto(`${product.url}/cohorts/${adults}?compare=${older}`)
  const section = page.getByRole('region', { name: 'Defined by' })
  const rules = section.getByRole('table', { name: 'Definitions by rule' })
  await expect(rules.getByRole('row')).toHaveText([
    'DifferenceAdultsOlder',
    'Sameall ofall of',
    'DifferentAGE_TODAY ≥ 18AGE_TODAY ≥ 30',
    'Only in AdultsMOOD_LOW_EVER = 1 · Yes',
    'Only in OlderMOOD_HIGH_EVER = 1 · Yes',
  ])
  const overlap = page.getByRole('region', { name: 'Overlap' })
  await expect(overlap).toContainText('Only in Older')
  const numberOf = async (words: string) => {
    const number = overlap.getByRole('term').filter({ hasText: words }).locator('xpath=following-sibling::dd')
    return Number(/[\d,]+/.exec(await number.innerText())?.[0].replaceAll(',', '') ?? Number.NaN)
  }
  const [both, onlyAdults] = [await numberOf('In both'), await numberOf('Only in Adults')]
  const reasons = section.getByRole('table', { name: 'Individuals of Adults by rule of Older' })
  const numbers = async (column: number) =>
    (await reasons.locator(`tbody td:nth-child(${column})`).allInnerTexts()).map((text) =>
      Number(text.replaceAll(',', '')),
    )
  await page.getByRole('button', { name: 'Copy methods text' }).press('Enter')
  await expect(page.getByText('Methods text copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(
      `^2 cohorts were compared with DIVER [\\d.]+, data release [\\w.]+\\. “Adults” .*“How old are you today\\?” \\(.+\\) ≥ 18.*“Have you ever felt sad.*” \\(.+\\): Yes.*“Older” .*“Have you ever felt so good.*” \\(.+\\): Yes.*Shared: ${both} individuals in “Adults” and “Older”\\.$`,
    ),
  )
  await expect(reasons.locator('tbody tr')).toHaveCount(2)
  const first = await numbers(5)
  expect(first.reduce((sum, count) => sum + count, 0)).toBe(onlyAdults)
  expect(onlyAdults).toBeGreaterThan(0)
  expect(both).toBeGreaterThan(0)
  await expectNoViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(section).toBeVisible()
  await expectNoViolations(page)
})

test('compares the versions of a cohort by rule, and counts an earlier one', async ({ page }) => {
  await signInAt(page, product.url)
  const saved = await send(page, '/cohort/rules/new', { parent_id: 1, name: 'Changing', rules: all(from('18')) })
  const changed = await send(page, '/cohort/rules/replace', {
    cohortid: saved,
    parent_id: 1,
    rules: all(from('40'), ever('MOOD_LOW_EVER')),
  })
  await page.goto(`${product.url}/cohorts/${changed}`)
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible()
  await press(page, 'v h')
  const dialog = page.getByRole('dialog', { name: 'History of “Changing”' })
  const rules = dialog.getByRole('table', { name: 'Definitions by rule' })
  await expect(rules.getByRole('row')).toHaveText([
    'DifferenceVersion beforeThis version',
    'Sameall ofall of',
    'ChangedAGE_TODAY ≥ 18AGE_TODAY ≥ 40',
    'AddedMOOD_LOW_EVER = 1',
  ])
  await expectNoViolations(page)
  await press(page, 'ArrowDown')
  await expect(rules.getByRole('row').last()).toHaveText('RemovedMOOD_LOW_EVER = 1')
  await tabTo(page, 'Count this version')
  await press(page, 'Enter')
  await expect(dialog.getByRole('status')).toContainText(
    /^On the present data [\d,]+ individuals are in both, [\d,]+ in this version only, 0 in the present version only\.$/,
  )
  await expectNoViolations(page)
})
