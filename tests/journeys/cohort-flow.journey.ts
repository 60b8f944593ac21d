import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, tabTo } from '#tests/journeys/keyboard.ts'
import { expectNoViolations } from '#tests/journeys/no-violations.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

async function openCohort(page: Page, name: string): Promise<void> {
  await signInAt(page, `${product.url}/cohorts`)
  await page.getByRole('link', { name, exact: true }).focus()
  await press(page, 'Enter')
  await expectTitle(page, name)
}

const numberIn = (text: string) => Number(/([\d,]+) individuals?/.exec(text)?.[1]?.replaceAll(',', ''))

test('reads the flow of a compound set by arrow keys, and leads from an arm to a new cohort', async ({ page }) => {
  await openCohort(page, 'High as well as low mood')
  const flow = page.getByRole('figure', {
    name: /^Flow of High as well as low mood: [\d,]+ individuals, [\d,]+ after 2 steps$/,
  })
  await expect(flow.getByRole('listitem').filter({ hasText: /no match/ })).toHaveCount(3)
  await expect(flow.getByRole('listitem').filter({ hasText: /…/ })).toHaveCount(0)
  await expect(flow.getByRole('listitem').first()).toHaveText(/^All Individuals/)
  const items = (await flow.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0] ?? '')
  expect(items.length).toBeGreaterThan(7)
  const [all = 0, left = 0, first = 0, again = 0, others = 0, second = 0, without = 0, both = 0] = items.map(numberIn)
  expect([all - left, all - others, first - without]).toEqual([first, second, both])
  expect(again).toBe(all)

  // The terms of the split are four more stops, as on the page of a subset.
  const [box = ''] = items
  expect(box).toMatch(/^All Individuals, [\d,]+ individuals, of them [\d,]+ relatives without data$/)
  await tabTo(page, box, 50)
  await press(page, 'ArrowDown')
  await expect(page.getByRole('link', { name: /^High mood/ }).and(page.locator(':focus'))).toBeVisible()
  await press(page, 'ArrowDown')
  await press(page, 'ArrowDown')
  await expect(page.getByRole('link', { name: /^Low mood/ }).and(page.locator(':focus'))).toBeVisible()
  await press(page, 'End')
  await press(page, 'ArrowLeft')
  await expect(page.locator(':focus')).toContainText('Excluded: not in')
  await expectNoViolations(page)
  await press(page, 'Enter')
  await expectTitle(page, 'Build by rules')
  await expect(page.getByText(`${without.toLocaleString('en')} of`).first()).toBeVisible()
})

test('shows the flow as the attrition table by one key, and fits it into a phone, in a smaller window into its frame', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openCohort(page, 'High as well as low mood')
  const flow = page.getByRole('figure', { name: /^Flow of/ })
  await expect(flow).toBeVisible()
  const widths = () =>
    flow.evaluate((frame) => [frame.scrollWidth > frame.clientWidth, document.documentElement.scrollWidth])
  await expect.poll(widths).toEqual([false, 390])
  await page.setViewportSize({ width: 320, height: 844 })
  await expect.poll(widths).toEqual([true, 320])
  await page.setViewportSize({ width: 390, height: 844 })
  // Nothing of the pane makes the page longer than the window.
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(844)
  await expectNoViolations(page)
  await flow.getByRole('link').first().focus()
  await press(page, 't')
  await expect(page.getByRole('table', { name: 'Steps from All Individuals' })).toBeVisible()
  await press(page, 't')
  await expect(flow).toBeVisible()
})

test('switches a rule of the flow off and moves it by keyboard, and saves the cohort that the flow ends at', async ({
  page,
}) => {
  await signInAt(page, `${product.url}/cohorts/build?where=MOOD_HIGH_EVER*EQ*1&where=MOOD_LOW_EVER*EQ*1`)
  const flow = page.getByRole('figure', { name: /^Flow of .*: [\d,]+ individuals, [\d,]+ after 2 steps$/ })
  await expect(flow).toHaveAttribute('aria-busy', 'false')
  const title = (await flow.getAttribute('aria-label')) ?? ''
  const members = /([\d,]+) after/.exec(title)?.[1] ?? ''
  const box = (name: RegExp) => page.getByRole('region', { name: 'Flow' }).getByRole('button', { name })
  const first = await box(/^Rule 1 of 2: MOOD_HIGH_EVER/).getAttribute('aria-label')

  await box(/^Rule 1 of 2/).focus()
  await press(page, 'Alt+ArrowDown')
  await expect(box(/^Result: MOOD_HIGH_EVER/)).toBeFocused()
  await expect(box(/^Result: MOOD_HIGH_EVER/)).toHaveAccessibleName(new RegExp(`, ${members} individual`))
  await expect(box(/^Rule 1 of 2: MOOD_LOW_EVER/)).not.toHaveAccessibleName(/…/)
  await press(page, 'Alt+ArrowUp')
  await expect(box(/^Rule 1 of 2: MOOD_HIGH_EVER/)).toHaveAccessibleName(first ?? '')

  await press(page, 'ArrowDown')
  await press(page, 'Alt+o')
  await expect(box(/^Switched off: MOOD_LOW_EVER/)).toBeFocused()
  await expect(page.getByRole('figure', { name: /^Flow of .* after 1 step$/ })).toBeVisible()
  await expectNoViolations(page)
  await press(page, 'Alt+o')
  await expect(page.getByRole('figure', { name: new RegExp(`, ${members} after 2 steps$`) })).toBeVisible()

  // A click opens the rule of the box, and changes no number.
  await box(/^Rule 1 of 2/).click()
  await expect(page.getByLabel('Variable', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Variable', { exact: true })).toHaveValue(/^MOOD_HIGH_EVER/)
  await expect(page.getByRole('figure', { name: new RegExp(`, ${members} after 2 steps$`) })).toBeVisible()
  await press(page, 'Escape')

  // The result follows the name.
  await tabTo(page, 'Name', 40)
  await page.keyboard.type('High and low by rules')
  await press(page, '$mod+s')
  await expectTitle(page, 'High and low by rules')
  const ofPage = page.getByRole('figure', { name: /^Flow of High and low by rules/ })
  await expect(ofPage).toHaveAccessibleName(
    title.replace(/^Flow of .*(?=: [\d,]+ individuals)/, 'Flow of High and low by rules'),
  )
  await tabTo(page, 'What if: change the rules')
  await press(page, 'Enter')
  await expectTitle(page, 'Edit High and low by rules')
  await expect(page.getByRole('region', { name: 'Flow' }).getByRole('button', { name: /^Rule 1 of 2/ })).toBeVisible()
})

test('a split says how many individuals of the parent are relatives without data', async ({ page }) => {
  await openCohort(page, 'High mood at some time')
  await expect(page.getByText(/ of the parent cohort, of them [\d,]+ relatives without data\.$/)).toBeVisible()
})

test('copies the methods text, found by its word and in the menu of the cohort', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openCohort(page, 'High mood at some time')
  const flow = page.getByRole('figure', {
    name: /^Flow of High mood at some time: [\d,]+ individuals, \d+ after 1 step$/,
  })
  await expect(flow).toBeVisible()
  await press(page, '$mod+k')
  await page.keyboard.type('methods')
  await expect(page.getByRole('option', { name: /^Copy methods text/ }).first()).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await press(page, 'Enter')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(
      /^The cohort “High mood at some time” was selected with DIVER [\d.]+ from data release [\w.]+\. The data contained .*, the cohort “High mood at some time”, met the condition “Have you ever felt so good.*” \(.+\): Yes; .* were excluded \(\d+ did not match, \d+ had no answer that decides, [\d,]+ never received the form\)/,
    )
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  const menu = page.getByRole('group', { name: 'More actions' })
  for (const name of ['Copy methods text', 'Show the history', 'Copy share link', 'Re-run here'])
    await expect(menu.getByRole('button', { name })).toBeVisible()
  await expect(menu.getByRole('heading')).toHaveText(['Build from it', 'Look', 'Share and export', 'Manage'])
  await press(page, 'Escape')
  await page.getByRole('button', { name: 'Pane menu' }).press('Enter')
  await expect(
    page.getByRole('group', { name: 'Pane menu' }).getByRole('button', { name: 'Show the history' }),
  ).toBeHidden()
})
