import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, signInByKeyboard, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolationsInAnyColours } from '#tests/journeys/no-violations.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

const field = (page: Page) => page.getByRole('combobox', { name: /^Search commands/ })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const asText = (page: Page) => page.getByLabel('Rules as text')

async function openPalette(page: Page): Promise<void> {
  await press(page, '$mod+k')
  await expect(field(page)).toBeFocused()
}

test('counts an expression in the palette, completes its words, and saves it as a cohort', async ({ page }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await expectTitle(page, 'Dashboard')
  await openPalette(page)
  await type(page, '=mood_high_ev')
  await expect(option(page, /^MOOD_HIGH_EVER/)).toHaveAttribute('aria-selected', 'true')
  await press(page, 'Enter')
  await expect(field(page)).toHaveValue('MOOD_HIGH_EVER ')
  await type(page, '= y')
  await expect(option(page, /^Yes/)).toHaveAttribute('aria-selected', 'true')
  await press(page, 'Tab')
  await expect(field(page)).toHaveValue('MOOD_HIGH_EVER = Yes ')
  await expect(option(page, /^Count: [\d,]+ of [\d,]+/)).toHaveAttribute('aria-selected', 'true')
  const preview = page.getByRole('complementary', { name: 'Preview' })
  for (const outcome of ['Match', 'No match', 'Unknown', 'No record']) await expect(preview).toContainText(outcome)

  await type(page, 'and SEX = Femal ')
  await expect(page.getByText('SEX has no value “Femal”: did you mean Female?')).toBeVisible()
  await press(page, 'Backspace')
  await type(page, 'e')
  await expect(option(page, /^Count: [\d,]+ of/)).toContainText('MOOD_HIGH_EVER = Yes and SEX = Female')
  await expectNoViolationsInAnyColours(page)
  const counted = (await preview.textContent())?.match(/^[\d,]+/)?.[0] ?? ''
  expect(counted).toMatch(/^[\d,]+$/)

  await press(page, 'Enter')
  await expect(page.getByRole('dialog', { name: 'Save as a cohort' })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(/Mood high ever: Yes/)
  await press(page, '$mod+a')
  await type(page, 'Women with high mood')
  await press(page, '$mod+s')
  await expectTitle(page, 'Women with high mood')
  await expect(page.getByText(`${counted} individuals`).first()).toBeVisible()

  // On the page of a cohort, too, the rules builder counts in the cohort that the row names.
  const row = option(page, /^Count: [\d,]+ of [\d,]+ in All Individuals/)
  const address = page.url()
  for (const key of ['Shift+Enter', 'Tab']) {
    await page.goto(address)
    await expectTitle(page, 'Women with high mood')
    await openPalette(page)
    await type(page, '= MOOD_LOW_EVER = Yes')
    await expect(row).toHaveAttribute('aria-selected', 'true')
    const words = (await row.textContent())?.match(/[\d,]+ of [\d,]+/)?.[0] ?? 'no count'
    await press(page, key)
    await expect(page.getByRole('region', { name: 'Rules', exact: true })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
  }
})

test('opens an expression without the equals sign in the rules builder, here and beside', async ({ page }) => {
  await signInAt(page, product.url)
  await openPalette(page)
  await type(page, 'SEX = Female and not (MOOD_LOW_EVER = Yes)')
  await expect(option(page, /^Count: [\d,]+ of/)).toBeVisible()
  await press(page, 'Tab')
  await expectTitle(page, 'Build by rules')
  await expect(page.getByRole('region', { name: 'Rules', exact: true })).toContainText('MOOD_LOW_EVER is Yes')
  await openPalette(page)
  await type(page, '=MOOD_LOW_EVER answered')
  await expect(option(page, /^Count: [\d,]+ of/)).toBeVisible()
  await press(page, 'Shift+Enter')
  await expect(page.getByRole('region', { name: 'Rules', exact: true })).toHaveCount(2)
})

test('a name is searched as before', async ({ page }) => {
  await signInAt(page, product.url)
  await openPalette(page)
  await type(page, 'mood in families')
  await expect(page.getByRole('listbox', { name: 'Results' })).toBeVisible()
  await expect(option(page, /^Count:/)).toHaveCount(0)
  await press(page, '$mod+a')
  await type(page, 'sex in families')
  await expect(page.getByText('An opening bracket')).toHaveCount(0)
})

test('shows the rules as text and changes them with it, and keeps a text with an error', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts/build?rules=SEX+%3D+Female`)
  const rules = page.getByRole('region', { name: 'Rules', exact: true })
  await expect(rules.getByRole('button', { name: /SEX is Female/ })).toBeVisible()
  await press(page, 'Alt+t')
  await expect(asText(page)).toBeFocused()
  await expect(asText(page)).toHaveValue('SEX = Female')
  await press(page, '$mod+End')
  await type(page, ' and mood_high_ever = yse')
  await expect(page.getByText('At character 35: MOOD_HIGH_EVER has no value “yse”: did you mean Yes?')).toBeVisible()
  await expect(rules.getByRole('button', { name: /MOOD_HIGH_EVER is/ })).toHaveCount(0)

  await page.reload()
  await expect(asText(page)).toHaveValue('SEX = Female and mood_high_ever = yse')
  await press(page, '$mod+End')
  await press(page, 'Backspace Backspace')
  await type(page, 'es')
  await expect(rules.getByRole('button', { name: /MOOD_HIGH_EVER is Yes/ })).toBeVisible()
  await expect(asText(page)).toHaveValue('SEX = Female and mood_high_ever = yes')
  await expectNoViolationsInAnyColours(page)

  // A change of the rules is a change of the text.
  await press(page, 'Alt+t')
  await expect(rules.getByRole('button', { name: /^All of/ })).toBeFocused()
  await press(page, 'ArrowDown Alt+o Alt+t')
  await expect(asText(page)).toHaveValue('SEX = Female off and MOOD_HIGH_EVER = Yes')
})

test('a pasted expression becomes rules', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAt(page, product.url)
  await press(page, 'n b')
  await expect(page.getByLabel('Variable', { exact: true })).toBeFocused()
  await page.evaluate(() => navigator.clipboard.writeText('SEX = Female or MOOD_HIGH_EVER = Yes'))
  await press(page, '$mod+v')
  const rules = page.getByRole('region', { name: 'Rules', exact: true })
  await expect(rules.getByRole('button', { name: /^Any of/ })).toBeVisible()
  await expect(rules.getByRole('button', { name: /SEX is Female/ })).toBeVisible()
  await expect(rules.getByRole('button', { name: /MOOD_HIGH_EVER is Yes/ })).toBeVisible()
})
