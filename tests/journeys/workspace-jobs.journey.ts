import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolations } from '#tests/journeys/no-violations.ts'
import { headings, signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

async function makeCohort(page: Page, name: string, value: string): Promise<void> {
  await page.goto(`${product.url}/cohorts/subset?variable=MOOD_HIGH_EVER`)
  await expect(page.getByLabel('Value')).toBeVisible()
  await tabTo(page, 'Value')
  await type(page, value)
  await expect(page.getByRole('region', { name: 'Live result' })).toContainText('individuals match')
  await tabTo(page, 'Name')
  await type(page, name)
  await press(page, '$mod+s')
  await expectTitle(page, name)
}

/** Moves the list's cursor to the named row. */
async function moveTo(page: Page, name: string): Promise<void> {
  await press(page, 'Home')
  for (let step = 0; step < 10; step++) {
    const focused = await page.evaluate(() => document.activeElement?.querySelector('a')?.textContent)
    if (focused === name) return
    await press(page, 'j')
  }
  throw new Error(`“${name}” is not in the list`)
}

test('selects, compares, shares and downloads two cohorts without a mouse', async ({ page, context }) => {
  test.setTimeout(180_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAt(page, product.url)
  await makeCohort(page, 'Yes', '1')
  await makeCohort(page, 'No', '0')

  await test.step('compares the selected cohorts', async () => {
    await press(page, 'g c')
    await expect(page.getByRole('treegrid', { name: 'Cohorts' })).toBeVisible()
    await moveTo(page, 'Yes')
    await press(page, 'x')
    await expect(page.getByRole('row', { selected: true })).toHaveCount(1)
    await moveTo(page, 'No')
    await press(page, 'x')
    await expect(page.getByRole('row', { selected: true })).toHaveCount(2)
    await press(page, 'c')
    await expect.poll(() => headings(page)).toEqual(['Yes', 'No'])
  })

  await test.step('compares with a chosen cohort', async () => {
    await press(page, 'p w')
    await expect.poll(() => headings(page)).toEqual(['No'])
    await press(page, 'c')
    await expect(page.getByRole('combobox', { name: 'With which cohort?' })).toBeFocused()
    await type(page, 'yes')
    await press(page, 'Enter')
    await expect.poll(() => headings(page)).toEqual(['No', 'Yes'])
  })

  await test.step('copies and pastes a definition', async () => {
    await press(page, '$mod+k')
    await type(page, 'copy def')
    await press(page, 'Enter')
    await expect(page.getByText('Definition copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('MOOD_HIGH_EVER')
    await press(page, '$mod+k')
    await type(page, 'paste def')
    await press(page, 'Enter')
    await expect(page.getByText('Definition pasted.')).toBeVisible()
    await expectTitle(page, 'Yes')
  })

  await test.step('copies the table', async () => {
    await press(page, 'g c')
    await expect(page.getByRole('treegrid', { name: 'Cohorts' })).toBeVisible()
    await press(page, 'Shift+Y')
    await expect(page.getByText('Table copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Name\tKind\tIndividuals/)
  })

  await test.step('creates a variable set', async () => {
    await press(page, 'n v')
    await tabTo(page, 'Add a variable')
    await type(page, 'MOOD_HIGH_EVER')
    await expect(page.getByRole('option', { name: 'MOOD_HIGH_EVER' }).first()).toBeVisible()
    await press(page, 'Enter')
    await tabTo(page, 'Name', 5, 'Shift+Tab')
    await type(page, 'Short set')
    await press(page, '$mod+s')
    await expectTitle(page, 'Short set')
  })

  await test.step('downloads from the palette and the page that it opens', async () => {
    // Without a subject in view.
    await page.goto(product.url)
    await expectTitle(page, 'Dashboard')
    await press(page, '$mod+k')
    await type(page, 'download data')
    await press(page, 'Enter')
    await expectTitle(page, 'Download Data')
    await tabTo(page, 'Cohort')
    await type(page, 'yes')
    await expect(page.getByRole('option', { name: 'Yes' }).first()).toBeVisible()
    await press(page, 'Enter')
    await tabTo(page, 'Variable set')
    await type(page, 'short')
    await expect(page.getByRole('option', { name: 'Short set' })).toBeVisible()
    await press(page, 'Enter')
    await expect(page.getByText('Yes-Short set.csv', { exact: true })).toBeVisible()
    await press(page, '$mod+k')
    await type(page, '>apply')
    await press(page, 'Enter')
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('columns')
    const downloading = page.waitForEvent('download')
    await press(page, '$mod+k')
    await type(page, '>save')
    await press(page, 'Enter')
    const file = readFileSync(await (await downloading).path(), 'utf8')
    expect(file).toContain('MOOD_HIGH_EVER')
  })
})

test('finds no axe violations with the palette, the next keys, the cheat sheet, the keyboard page and two panes', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await signInAt(page, `${product.url}/variables/all?q=mood&beside=%2Fcohorts`)
  await expect(page.getByRole('grid', { name: 'Variables' })).toBeVisible()
  await press(page, 'j p l')
  await expect(page.getByText('leads', { exact: true })).toBeVisible()
  await expectNoViolations(page)
  await press(page, 'j x p')
  await expect(page.getByRole('status', { name: 'Keys after p' })).toBeVisible()
  await expectNoViolations(page)
  await press(page, 'Escape $mod+k')
  await type(page, 'mood')
  await expect(page.getByRole('option', { selected: true })).toContainText(/mood/i)
  await press(page, '$mod+d')
  await expect(page.getByText('pinned', { exact: true })).toBeVisible()
  await expectNoViolations(page)
  await press(page, 'Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await press(page, '?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoViolations(page)
  const terms = page.getByRole('dialog').getByRole('term')
  await type(page, 'g c')
  await expect(terms).toHaveText(['Cohorts'])
  await page.getByLabel('Find a key').fill('')
  await type(page, 'definition')
  await expect(terms.filter({ hasText: 'Edit definition' })).toHaveCount(1)
  await page.getByLabel('Find a key').fill('')
  await press(page, 'Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await press(page, 'g k')
  await expect(page.getByRole('table', { name: 'Commands and their keys' })).toBeVisible()
  await page.getByRole('button', { name: 'Change the key of Dashboard' }).click()
  await expectNoViolations(page)
})

test('keeps the working set and changed keys across a reload', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/all?q=mood`)
  await expect(page.getByRole('grid', { name: 'Variables' })).toBeVisible()
  await press(page, 'j a j a')
  await expect(page.getByRole('button', { name: 'Working set: 2 variables' })).toBeVisible()
  await press(page, 'g k')
  await page.getByRole('button', { name: 'Change the key of Dashboard' }).click()
  await press(page, 'g z Enter')
  await expect(page.getByRole('button', { name: 'Change the key of Dashboard' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Working set: 2 variables' })).toBeVisible()
  await press(page, 'g z')
  await expectTitle(page, 'Dashboard')
})
