import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, signInByKeyboard, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolations } from '#tests/journeys/no-violations.ts'
import { filesOf, textOf } from '#tests/support/read-zip.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

/** Reads one collection and has no saved things. */
const PARTIAL = { username: 'partial', password: 'correct horse battery', collections: ['bp'] }

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct({ account: PARTIAL })
})

test.afterAll(() => product.stop())

const setTable = (page: Page) => page.getByRole('table', { name: 'Variables of the set' })
const namesIn = (page: Page) => setTable(page).getByRole('link').allInnerTexts()

test('pastes, orders, edits and downloads a variable set; cancels, retries and bundles a download', async ({
  page,
}) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')

  // Unknown names are reported and stay in the field.
  await press(page, 'n v')
  await expectTitle(page, 'New Variable Set')
  await tabTo(page, 'Name', 5, 'Shift+Tab')
  await type(page, 'Pasted')
  await tabTo(page, 'Paste names…')
  await press(page, 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Paste names' })
  await tabTo(page, 'Names of variables')
  await type(page, 'mood_rating_now, NO_SUCH AAS1_ANIMALS_WORST AAS1_ARGUES_WORST')
  await expect(dialog.getByRole('button', { name: 'Add 4 names' })).toBeEnabled()
  await press(page, '$mod+Enter')
  await expect(dialog).toContainText('3 names added, 1 unknown name left in the field.')
  await expect(dialog.getByLabel('Names of variables')).toHaveValue('NO_SUCH')
  await expectNoViolations(page)
  await press(page, 'Escape')
  await expect(dialog).toBeHidden()

  // Arrow keys move a variable and keep the focus on it.
  await tabTo(page, 'Position of MOOD_RATING_NOW')
  await press(page, 'ArrowDown ArrowDown')
  await expect.poll(() => namesIn(page)).toEqual(['AAS1_ANIMALS_WORST', 'AAS1_ARGUES_WORST', 'MOOD_RATING_NOW'])
  await expect(page.getByLabel('Position of MOOD_RATING_NOW')).toBeFocused()
  await expectNoViolations(page)
  await press(page, '$mod+s')
  await expectTitle(page, 'Pasted')
  await expect(page.getByText('Variable Set saved.')).toBeVisible()

  // Editing keeps the rest, and undo works by key.
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  await press(page, 'e')
  await tabTo(page, 'Remove AAS1_ARGUES_WORST')
  await press(page, 'Enter')
  await expect.poll(() => namesIn(page)).toEqual(['AAS1_ANIMALS_WORST', 'MOOD_RATING_NOW'])
  await expect(page.getByLabel('Remove MOOD_RATING_NOW')).toBeFocused()
  await tabTo(page, 'Position of AAS1_ANIMALS_WORST', 20, 'Shift+Tab')
  await press(page, 'ArrowDown')
  await press(page, '$mod+s')
  await expect(page.getByText('Changes saved.')).toBeVisible()
  await expect.poll(() => namesIn(page)).toEqual(['MOOD_RATING_NOW', 'AAS1_ANIMALS_WORST'])
  await expectNoViolations(page)

  await tabTo(page, 'Download this')
  await press(page, 'Enter')
  await expectTitle(page, 'Download Data')
  await tabTo(page, 'Cohort')
  await type(page, 'All Ind')
  await expect(page.getByRole('option', { name: 'All Individuals' })).toBeVisible()
  await press(page, 'Enter')
  const file = page.getByRole('region', { name: 'File' })
  await expect(file).toContainText('All Individuals-Pasted.csv')
  const jobs = page.getByRole('region', { name: 'Downloads' })

  // A stalled file is cancelled; the retry succeeds.
  const ready = page.getByRole('button', { name: 'Download Data' })
  await expect(ready).not.toHaveAttribute('aria-disabled')
  await page.route('**/downloadstream*', () => undefined)
  await press(page, '$mod+s')
  await expect(jobs).toContainText('Waiting')
  await tabTo(page, 'Cancel All Individuals-Pasted.csv')
  await press(page, 'Enter')
  await expect(jobs).toContainText('Cancelled')
  await expectNoViolations(page)
  await page.unroute('**/downloadstream*')
  const downloading = page.waitForEvent('download')
  await expect(page.getByRole('button', { name: 'Retry All Individuals-Pasted.csv' })).toBeFocused()
  await press(page, 'Enter')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('All Individuals-Pasted.csv')
  const csv = readFileSync(await download.path(), 'utf8')
  expect(csv.split('\r\n')[0]).toBe(
    'individual_id,family_id,collection,study_id,consent,dx_nimh,MOOD_RATING_NOW,AAS1_ANIMALS_WORST',
  )
  const rows = csv.split('\r\n').length - 2
  await expect(jobs).toContainText(`${rows.toLocaleString('en-US')} rows`)
  await expect(jobs.getByRole('link', { name: 'Download All Individuals-Pasted.csv by hand' })).toBeVisible()

  // The completeness shown before the download is that of the file.
  const complete = csv.split('\r\n').filter((line) => /^[^,]+,.*,[^,]+,[^,]+$/.test(line)).length - 1
  const completeness = page.getByRole('region', { name: 'Completeness' })
  await expect(completeness).toContainText(
    `${complete.toLocaleString('en-US')} of ${rows.toLocaleString('en-US')} individuals`,
  )
  await expect(completeness.getByRole('row', { name: /AAS1_ANIMALS_WORST/ })).toContainText('%')

  // A dropped connection is reported.
  await page.route('**/downloadstream*', (route) => route.abort())
  await press(page, '$mod+s')
  await expect(jobs.getByRole('alert')).toBeVisible()
  await page.unroute('**/downloadstream*')

  const kinds = page.getByRole('group', { name: 'Kind of file' })
  await expect(kinds).toContainText('Codes as in the data dictionary. An empty cell')
  await expect(ready).toHaveText(/^Download Data: All Individuals-Pasted\.csv, about [\d.]+ [kM]B$/)

  // The SPSS syntax reads the columns that are chosen.
  await tabTo(page, 'Save SPSS syntax', 40, 'Shift+Tab')
  const saving = page.waitForEvent('download')
  await press(page, 'Enter')
  const syntax = await saving
  expect(syntax.suggestedFilename()).toBe('All Individuals-Pasted.sps')
  expect(readFileSync(await syntax.path(), 'utf8')).toContain("/FILE='All Individuals-Pasted.csv'")

  await tabTo(page, 'CSVCodes as in the data dictionary. An empty cell: no answer or no record.', 40, 'Shift+Tab')
  await press(page, 'ArrowDown ArrowDown')
  await expect(kinds.getByRole('radio', { name: 'Bundle' })).toBeChecked()
  await tabTo(page, 'Answers in the bundle')
  await type(page, 'M')
  const bundling = page.waitForEvent('download')
  await tabTo(page, 'Download Data: All Individuals-Pasted.zip')
  await press(page, 'Enter')
  const bundle = await bundling
  expect(bundle.suggestedFilename()).toBe('All Individuals-Pasted.zip')
  const files = filesOf(readFileSync(await bundle.path()))
  expect(textOf(files, 'data.csv').split('\r\n')).toHaveLength(rows + 2)
  expect(textOf(files, 'README.txt')).toContain('synthetic')

  // Another choice is prepared again and hides the previous one.
  await press(page, '$mod+Enter')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('8 columns')
  await expectNoViolations(page)
})

test('shows a user without collections the reason and disables the download', async ({ page }) => {
  await page.goto(`${product.url}/variable-sets`)
  await signInAs(page, 'newcomer', 'demo')
  await expectTitle(page, 'Variable Sets')
  await press(page, 'n v')
  await expectTitle(page, 'New Variable Set')
  await tabTo(page, 'Name', 5, 'Shift+Tab')
  await type(page, 'Mine')
  await tabTo(page, 'Add a variable')
  await type(page, 'MOOD_RATING_NOW')
  await expect(page.getByRole('option', { name: 'MOOD_RATING_NOW' }).first()).toBeVisible()
  await press(page, 'Enter Escape')
  await press(page, '$mod+s')
  await expectTitle(page, 'Mine')
  await page.goto(`${product.url}/downloads/new?cohort=1&set=${page.url().split('/').pop()?.split('?')[0] ?? ''}`)
  const collections = page.getByRole('region', { name: 'Collections' })
  await expect(collections).toContainText('You have no access to any collection and cannot download.')
  await expect(page.getByRole('link', { name: 'Apply for access' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download Data' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Preview' })).toBeDisabled()
  await expectNoViolations(page)
})

test('lists unreadable collections and the number of excluded rows to a user with some collections', async ({
  page,
}) => {
  await page.goto(`${product.url}/downloads/new?cohort=1`)
  await signInAs(page, PARTIAL.username, PARTIAL.password)
  await expect(page.getByText("You don't have any variable sets!")).toBeVisible()
  await expect(page.getByText(/^You have no access to: au, ct, dp, sz/)).toBeVisible()
  await expect(page.getByText(/^au: [\d,]+ individuals left out$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Apply for access' })).toBeVisible()
  await press(page, 'g s')
  await expectTitle(page, 'Variable Sets')
  await expect(page.getByText("You don't have any variable sets!")).toBeVisible()
})

async function signInAs(page: Page, username: string, password: string): Promise<void> {
  await expect(page.getByLabel('Username')).toBeFocused()
  await type(page, username)
  await press(page, 'Tab')
  await type(page, password)
  await press(page, 'Enter')
  await expect(page.getByLabel('Username')).toBeHidden()
}
