import { expect, test, type Locator } from '@playwright/test'
import { expectTitle, press, signInByKeyboard, tabTo, type } from '#tests/journeys/keyboard.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('a downcode by keyboard alone: the counts of the draft are those of its page', async ({ page }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await press(page, 'n d')
  await expectTitle(page, 'New Downcode')
  await expect(page.getByRole('combobox', { name: 'Variable' })).toBeVisible()
  await tabTo(page, 'Variable')
  await type(page, 'mood_rating_now')
  await expect(page.getByRole('option', { name: 'MOOD_RATING_NOW' }).first()).toBeVisible()
  await press(page, 'Enter')
  await expect(page.getByText('MOOD_RATING_NOW', { exact: true })).toBeVisible()

  await tabTo(page, 'Value name')
  await type(page, 'low')
  await tabTo(page, 'Add a condition')
  await press(page, 'Enter')
  await expect(page.getByLabel('Operator')).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByLabel('Operator')).toBeFocused()
  await type(page, 'is less than')
  await press(page, 'Tab')
  await type(page, '40')
  await tabTo(page, 'Value name')
  await type(page, 'high')
  await tabTo(page, 'Default: everybody whom no definition takes')
  await press(page, 'Space')
  await tabTo(page, 'Name')
  await type(page, 'MOOD_IN_TWO')
  const counts = page.getByRole('list', { name: 'Counts by value' })
  await expect(counts).toContainText('high, by default')
  const draft = await numbersOf(counts.getByRole('listitem'))
  await press(page, '$mod+s')

  await expectTitle(page, 'MOOD_IN_TWO')
  const answers = page.getByRole('list', { name: 'Top answers' })
  await expect(answers).toBeVisible()
  const saved = await numbersOf(answers.getByRole('listitem'))
  const [low, , high] = draft
  expect([...saved].toSorted((a, b) => a - b)).toEqual([low ?? -1, high ?? -1].toSorted((a, b) => a - b))
})

/** The first number of each line after its label. */
async function numbersOf(items: Locator) {
  const texts = await items.allInnerTexts()
  return texts.map((text) => Number(/([\d,]+)\s+[\d.]+ %$/.exec(text.trim())?.[1]?.replaceAll(',', '') ?? Number.NaN))
}
