import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, tabTo, type } from '#tests/journeys/keyboard.ts'
import { headings, signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

const nameField = (page: Page) => page.getByLabel('Name', { exact: true })

test('keeps an unfinished builder across Back, a reload, another builder, closing and the end of a session', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAt(page, `${product.url}/cohorts/subset?variable=MOOD_RATING_NOW`)
  await expectTitle(page, 'New Subset')
  await tabTo(page, 'Value')
  await type(page, '60')
  await press(page, '$mod+Enter')
  await expect(page.getByRole('region', { name: 'Collection' })).toBeVisible()
  await tabTo(page, 'Name')
  await type(page, 'Half done')
  await expect(page).toHaveURL(/draft=[a-z0-9]+/)

  await test.step('keeps the draft across Back', async () => {
    await tabTo(page, 'Save')
    await press(page, 'g c')
    await expectTitle(page, 'Cohorts')
    await page.goBack()
    await expect(nameField(page)).toHaveValue('Half done')
  })

  await test.step('keeps the draft across a reload', async () => {
    await page.reload()
    await expect(nameField(page)).toHaveValue('Half done')
    // Applied before, and applied again.
    await expect(page.getByRole('region', { name: 'Collection' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled()
  })

  await test.step('opens the same builder beside it empty', async () => {
    await press(page, 'p s')
    await expect.poll(() => headings(page)).toEqual(['New Subset', 'New pane'])
    await press(page, 'n s')
    await expect.poll(() => headings(page)).toEqual(['New Subset', 'New Subset'])
    await expect(nameField(page).nth(0)).toHaveValue('Half done')
    await expect(nameField(page).nth(1)).toHaveValue('')
    await expect(page.getByRole('button', { name: 'Resume draft' })).toHaveCount(0)
  })

  await test.step('restores the draft when the pane is reopened', async () => {
    await press(page, 'Escape p 1 p w')
    await expect(nameField(page)).toHaveValue('')
    await press(page, 'p u')
    await expect(nameField(page).nth(0)).toHaveValue('Half done')
  })

  await test.step('omits the draft from a copied link', async () => {
    await press(page, 'y')
    await expect(page.getByText('Link copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).not.toContain('draft')
  })

  await test.step('undoes and redoes', async () => {
    const removed = page.getByRole('radio', { name: 'Include all relatives' })
    await press(page, 'n p')
    await expectTitle(page, 'Ascertain Pedigrees')
    const other = page.getByRole('radio', { name: 'Families by number of affected members' })
    await removed.check()
    await other.check()
    await press(page, '$mod+z')
    await expect(removed).toBeChecked()
    await press(page, '$mod+Shift+Z')
    await expect(other).toBeChecked()
  })
})

test('offers the unsaved draft where its builder is opened again', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts/subset`)
  await expectTitle(page, 'New Subset')
  await expect(page.getByRole('button', { name: 'Resume draft' })).toHaveCount(0)
  await tabTo(page, 'Name')
  await type(page, 'Left unsaved')
  await press(page, 'Escape g c')
  await expectTitle(page, 'Cohorts')
  await press(page, 'n s')
  await expectTitle(page, 'New Subset')
  await expect(nameField(page)).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Resume draft' })).toBeVisible()
  await press(page, '$mod+k')
  await type(page, 'resume draft')
  await expect(page.getByRole('option', { name: /^Resume draft/ })).toBeVisible()
  await press(page, 'Enter')
  await expect(nameField(page)).toHaveValue('Left unsaved')
  await expect(page.getByRole('button', { name: 'Resume draft' })).toHaveCount(0)
})

test('keeps a draft private to its user and opens an unknown draft empty', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts/subset?variable=MOOD_HIGH_EVER&draft=neverseen123`)
  await expect(nameField(page)).toHaveValue('')
  await expect(page.getByRole('combobox', { name: 'Value', exact: true })).toBeFocused()
  await tabTo(page, 'Name')
  await type(page, 'Mine')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('draft:researcher:neverseen123'))).toContain('Mine')
  await page.evaluate(() => localStorage.setItem('draft:researcher:broken123456', '{"value":{"name":1}}'))
  await page.goto(`${product.url}/cohorts/subset?variable=MOOD_HIGH_EVER&draft=broken123456`)
  await expect(nameField(page)).toHaveValue('')
  await page.goto(`${product.url}/cohorts/subset?variable=MOOD_HIGH_EVER&draft=neverseen123`)
  await expect(nameField(page)).toHaveValue('Mine')
})
