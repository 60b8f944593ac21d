import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, signInByKeyboard, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolationsInAnyColours } from '#tests/journeys/no-violations.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeEach(async () => {
  product = await startProduct()
})

test.afterEach(() => product.stop())

const PASSWORD = 'a password of my own'

/** A study of 40 participants with an excess row, a dictionary of one variable, and unrelated files. */
const participants = Array.from(
  { length: 40 },
  (_, row) => `p${row},${20 + row},${row % 3},${row % 2 === 0 ? 'Oslo' : 'Bergen'}`,
)
const STUDY = {
  'mood.csv': `who,age,low,site\n${participants.join('\n')}\np5,25,1,Oslo\n`,
  'dictionary.csv':
    'variable,form,section,question,type,values\nlow,mood,,Felt low?,radio,0=No; 1=Some days; 2=Always\n',
  'files.csv': 'name,size\nmood,3\n',
  'mri/scan.nii.gz': 'no table',
}

async function openImport(page: Page): Promise<void> {
  await press(page, '$mod+k')
  await expect(page.getByRole('combobox', { name: /^Search commands/ })).toBeFocused()
  await type(page, 'import data')
  await expect(page.getByRole('option', { name: /^Import data/ }).first()).toHaveAttribute('aria-selected', 'true')
  await press(page, 'Enter')
  await expect(page.getByRole('dialog', { name: 'Import data' })).toBeVisible()
}

async function chooseFolder(page: Page, folder: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, 'Choose a folder…')
  await press(page, 'Enter')
  await (await chooser).setFiles(folder)
}

test('lets an administrator import a folder: reports blocking errors, accepts corrections and adds the data to the catalog', async ({
  page,
}) => {
  const study = temporaryFolder(STUDY)
  await page.goto(product.url)
  await signInByKeyboard(page, 'admin', 'demo')
  await openImport(page)
  const dialog = page.getByRole('dialog', { name: 'Import data' })
  await expectNoViolationsInAnyColours(page)
  await chooseFolder(page, study.path)

  await expect(dialog.getByText('These files cannot be imported with these options.')).toBeVisible()
  await expect(
    dialog.getByRole('row', { name: /blocking mood.csv:1 No column identifies the individual of a row/ }),
  ).toBeVisible()
  await tabTo(page, 'Leave files.csv out')
  await press(page, 'Enter')
  await expect(dialog.getByRole('row', { name: /files.csv/ })).toHaveCount(0)
  await expect(dialog.getByText('These files cannot be imported with these options.')).toBeVisible()
  await tabTo(page, 'Study')
  await type(page, 'north')
  await press(page, 'Escape')
  await expect(dialog).toBeHidden()
  // The input remains.
  await openImport(page)
  await expect(dialog.getByLabel('Study')).toHaveValue('north')
  await tabTo(page, 'who · 40 ids', 60)
  await press(page, 'Enter')

  await expect(dialog.getByRole('row', { name: /blocking mood.csv:42 p5 has a row already, on line 7/ })).toBeVisible()
  await tabTo(page, 'Leave out these rows')
  await press(page, 'Enter')

  await expect(dialog.getByText('40 individuals · 1 form · 3 variables · 120 answers')).toBeVisible()
  await expect(dialog.getByText(/2 files are not read: mri.scan.nii.gz .unpack it., files.csv/)).toBeVisible()
  const variables = dialog.getByRole('table', { name: 'Variables' })
  await expect(variables.getByRole('row', { name: /^AGE .*all answers are numbers.* 40 mood.csv/ })).toBeVisible()
  await expect(variables.getByRole('row', { name: /LOW Felt low\? .*0 · No, 1 · Some days, 2 · Always/ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await expectNoViolationsInAnyColours(page)
  await tabTo(page, 'Type of SITE')
  await type(page, 'text')
  await expect(dialog.getByText('The options have changed:')).toBeVisible()
  await tabTo(page, 'Read again')
  await press(page, 'Enter')
  await expect(variables.getByRole('row', { name: /^SITE .*chosen by you/ })).toBeVisible()

  await tabTo(page, 'Your new password', 60)
  await type(page, PASSWORD)
  await tabTo(page, 'Type “synthetic data” to delete them with the import')
  await type(page, 'demo')
  await press(page, 'Tab')
  await expect(dialog.getByText('This is not “synthetic data”.')).toBeVisible()
  await press(page, 'Shift+Tab')
  await press(page, '$mod+a')
  await type(page, 'synthetic data')
  await tabTo(page, 'Import')
  await press(page, 'Enter')
  await expect(dialog.getByText('40 individuals were imported')).toBeVisible({ timeout: 30_000 })
  await tabTo(page, 'Go to the catalog')
  await press(page, 'Enter')
  await expectTitle(page, 'Variables Catalog')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('3 variables')).toBeVisible()
  await expect(page.getByRole('row', { name: / SITE .*text/ })).toBeVisible()

  // The account remains with its new password; the demo accounts are deleted.
  await page.context().clearCookies()
  await page.reload()
  await signInAgain(page)
  study.remove()

  // A follow-up with another column name: it is assigned to an existing variable.
  const later = temporaryFolder({ 'visit.csv': 'id,years\nq1,60\nq2,61\n' })
  await openImport(page)
  await chooseFolder(page, later.path)
  await expect(variables.getByRole('row', { name: /^YEARS .*new/ })).toBeVisible()
  // The options of the study are those of its first import; other ones are asked for.
  await expect(dialog.getByLabel('Individual: column')).toHaveValue('who')
  await tabTo(page, 'Collection', 60)
  await type(page, 'bp')
  await tabTo(page, 'Read again', 60)
  await press(page, 'Enter')
  await expect(
    dialog.getByRole('row', { name: /blocking .*was imported with the collection .*, now it is/ }),
  ).toBeVisible()
  await expectNoViolationsInAnyColours(page)
  await tabTo(page, 'Keep these options for the study', 60)
  await press(page, 'Enter')
  await tabTo(page, 'YEARS is the same as…', 60)
  await press(page, 'Enter')
  await expect(dialog.getByLabel('years is the same as')).toBeFocused()
  await type(page, 'AGE')
  await expect(page.getByRole('option', { name: /^AGE/ }).first()).toBeVisible()
  await press(page, 'Enter')
  await expect(dialog.getByLabel('Columns for existing variables')).toHaveValue('visit:years=AGE')
  await expect(dialog.getByRole('button', { name: 'YEARS is the same as…' })).toBeFocused()
  await tabTo(page, 'Read again')
  await press(page, 'Enter')
  await expect(variables.getByRole('row', { name: /^AGE .*existing: answers are added/ })).toBeVisible()
  await expectNoViolationsInAnyColours(page)
  await tabTo(page, 'Import')
  await press(page, 'Enter')
  await expect(dialog.getByText('2 individuals were imported')).toBeVisible({ timeout: 30_000 })
  later.remove()

  await tabTo(page, 'Undo the last import…')
  await press(page, 'Enter')
  await expect(dialog.getByText(/^Undo the import of .*\?$/)).toBeVisible()
  await expectNoViolationsInAnyColours(page)
  await tabTo(page, 'Undo this import')
  await press(page, 'Enter')
  await expect(page.getByText('The last import was undone: 2 individuals removed.')).toBeVisible()
  await tabTo(page, 'Undo the last import…', 60)
  await press(page, 'Enter')
  await expect(dialog.getByText('There is no import that can be undone.')).toBeVisible()
})

async function signInAgain(page: Page): Promise<void> {
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByText('researcher')).toBeHidden()
  await type(page, 'admin')
  await press(page, 'Tab')
  await type(page, PASSWORD)
  await press(page, 'Enter')
  await expectTitle(page, 'Variables Catalog')
}

// Only with the published data sets.
const datasets = process.env['TEST_DATASETS']
if (datasets) {
  test('imports a published REDCap dictionary as a catalog', async ({ page }) => {
    await page.goto(product.url)
    await signInByKeyboard(page, 'admin', 'demo')
    await openImport(page)
    await chooseFolder(page, join(datasets, 'redcap_bridge2ai'))
    const dialog = page.getByRole('dialog', { name: 'Import data' })
    await expect(dialog.getByRole('table', { name: 'Variables' })).toBeVisible({ timeout: 30_000 })
    await expect(dialog.getByText(/^variables · \d+ forms · a catalog without individuals/)).toBeVisible()
    await tabTo(page, 'Other files')
    await press(page, 'Enter')
    await expect(dialog.getByText('Drop a folder or files here')).toBeVisible()
  })
}
