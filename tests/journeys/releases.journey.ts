import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, tabTo, type } from '#tests/journeys/keyboard.ts'
import { saveVariableSet } from '#tests/journeys/main-job.ts'
import { expectNoViolationsInAnyColours } from '#tests/journeys/no-violations.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct
const PASSWORD = 'a password of my own'

const table = (rows: readonly string[]) => ({ 'visit.csv': ['id,age,low', ...rows, ''].join('\n') })
const FIRST = table(Array.from({ length: 60 }, (_, row) => `p${100 + row},${20 + row},${row % 2}`))
/** Ten corrected ages, five ages that became unknown, and twenty new participants. */
const SECOND = table([
  ...Array.from({ length: 10 }, (_, row) => `p${100 + row},${60 + row},${row % 2}`),
  ...Array.from({ length: 5 }, (_, row) => `p${150 + row},,${row % 2}`),
  ...Array.from({ length: 20 }, (_, row) => `q${100 + row},${40 + row},1`),
])

test.beforeEach(async () => {
  const first = temporaryFolder(FIRST)
  const account = { username: 'ada', password: PASSWORD, collections: ['ct'] }
  product = await startProduct({ importFolder: first.path, account })
  first.remove()
})
test.afterEach(() => product.stop())

function run(...words: readonly string[]): void {
  const env = { ...process.env, DATA_DIR: product.dataFolder }
  const { status, stderr } = spawnSync('node', ['src/server/cli/run.mjs', ...words], { env, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
}

function importLater(): void {
  const second = temporaryFolder(SECOND)
  run('import', second.path, '--update')
  second.remove()
}

async function saveOlder(page: Page): Promise<void> {
  await press(page, 'n s')
  await expect(page.getByRole('combobox', { name: 'Variable' })).toBeFocused()
  await type(page, 'age')
  await expect(page.getByRole('option', { name: 'AGE' }).first()).toBeVisible()
  await press(page, 'Enter')
  await tabTo(page, 'Value')
  await type(page, '>=60')
  await expect(page.getByText('20 of 60 individuals match')).toBeVisible()
  await tabTo(page, 'Name')
  await press(page, '$mod+a')
  await type(page, 'Older')
  await press(page, '$mod+s')
  await expectTitle(page, 'Older')
}

test('shows the changes of a cohort on a later release with their causes, and runs it again', async ({ page }) => {
  await signInAt(page, product.url, 'ada', PASSWORD)
  await saveOlder(page)
  await expect(page.getByText(/^Made on/)).toBeHidden()

  importLater()
  await page.reload()
  const year = new Date().getUTCFullYear()
  await expect(page.getByText(`Made on ${year}.1 · today (${year}.2) 20 → 25`)).toBeVisible()
  await expect(page.getByRole('figure', { name: 'Members today: 10 entered, 5 left, 15 stayed' })).toBeVisible()
  const causes = page.getByRole('table', { name: 'Why individuals entered or left' })
  await expect(causes.getByRole('row', { name: 'AGE: answer corrected 10 0' })).toBeVisible()
  await expect(causes.getByRole('row', { name: 'AGE: newly unknown 0 5' })).toBeVisible()
  await expectNoViolationsInAnyColours(page)

  await tabTo(page, 'Keep')
  await press(page, 'Enter')
  await expect(page.getByText('Counted on 60 individuals')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Counted on 60 individuals')).toBeVisible()
  await expect(page.getByText(/^Made on/)).toBeHidden()

  await press(page, '$mod+k')
  await type(page, 're-run here')
  await expect(page.getByRole('option', { name: /^Re-run here/ }).first()).toHaveAttribute('aria-selected', 'true')
  await press(page, 'Enter')
  await expect(page.getByText('Run again on the present data.')).toBeVisible()
  await expectTitle(page, 'Older')
  await expect(page.getByText('25 individuals').first()).toBeVisible()
  await expect(page.getByText(/^Counted on/)).toBeHidden()
  const cohort = page.url()

  await press(page, 'g t')
  await expect(page.getByRole('dialog', { name: 'Trash' }).getByRole('row', { name: /^Older/ })).toBeVisible()
  await press(page, 'Escape')
  await press(page, 'g r')
  await expectTitle(page, 'Data releases')
  const releases = page.getByRole('table', { name: 'Data releases' })
  await expect(releases.getByRole('row')).toHaveCount(3)
  await expect(releases.getByRole('row', { name: new RegExp(`^${year}\\.2 .* 80 20 15 `) })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Status' }).getByText(`Data ${year}.2`)).toBeVisible()
  await expectNoViolationsInAnyColours(page)

  // A study file of the first release has the sizes on both.
  const list = page.url()
  await page.goto(`${product.url}/project/study`)
  const editor = page.getByRole('textbox', { name: 'Study file' })
  await expect(editor).toContainText(`release "${year}.2"`)
  await press(page, 'Control+Home')
  await press(page, 'Shift+End')
  await type(page, `release "${year}.1"`)
  const older = page.getByRole('list', { name: 'Changes' }).getByRole('listitem').filter({ hasText: 'Older' })
  await expect(older).toContainText(/Unchanged\s*Older\s*cohort\s*25 individuals/)
  await expect(older).toContainText(`20 on ${year}.1.`)
  await expect(page.getByText(`The file names release ${year}.1; the present one is ${year}.2.`)).toBeVisible()
  await expectNoViolationsInAnyColours(page)
  await page.goto(list)

  // On the running server.
  run('release', 'withdraw', 'p100')
  await page.reload()
  await expect(releases.getByRole('row', { name: new RegExp(`^${year}\\.3 .* 80 0 0 1 `) })).toBeVisible()
  await page.goto(cohort)
  await expect(page.getByText('1 member was withdrawn since.')).toBeVisible()
  await expect(causes.getByRole('row', { name: 'Consent withdrawn 0 1' })).toBeVisible()
})

test('downloads the file of a paper again after a later release and a deletion, byte for byte', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAt(page, product.url, 'ada', PASSWORD)
  await saveOlder(page)
  await saveVariableSet(page, 'Paper', ['AGE', 'LOW'])
  await press(page, 'g l')
  await expectTitle(page, 'Download Data')
  await tabTo(page, 'Cohort')
  await type(page, 'Older')
  await expect(page.getByRole('option', { name: 'Older' })).toBeVisible()
  await press(page, 'Enter')
  await expect(page.getByText('Older-Paper.csv', { exact: true })).toBeVisible()
  const saving = page.waitForEvent('download')
  await press(page, '$mod+s')
  const first = await readFile(await (await saving).path(), 'utf8')
  expect(first.split('\r\n').filter((line) => line !== '')).toHaveLength(21)

  importLater()
  await page.goto(`${product.url}/`)
  await expectTitle(page, 'Dashboard')
  await press(page, 'g c')
  await expectTitle(page, 'Cohorts')
  await page.getByRole('link', { name: 'Older' }).first().focus()
  await press(page, 'Enter')
  await expectTitle(page, 'Older')
  await expect(page.getByText(/^Made on/)).toBeVisible()
  await press(page, 'Shift+D')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await type(page, 'Older')
  await press(page, 'Enter')
  await expect(dialog).toBeHidden()

  await press(page, 'g s')
  await expectTitle(page, 'Variable Sets')
  await page.getByRole('link', { name: 'Paper' }).first().focus()
  await press(page, 'Enter')
  await expectTitle(page, 'Paper')
  const year = new Date().getUTCFullYear()
  await expect(page.getByText(`Made on ${year}.1 · today (${year}.2) 60 → 75`)).toBeVisible()
  const answers = page.getByRole('table', { name: 'Answers on both releases' })
  await expect(answers.getByRole('row', { name: 'AGE 60 75' })).toBeVisible()
  await expectNoViolationsInAnyColours(page)

  await press(page, 'g f')
  await expectTitle(page, 'Downloaded files')
  await expect(page.getByRole('row', { name: /^Older-Paper\.csv .* 20 2 / })).toBeVisible()
  await expectNoViolationsInAnyColours(page)
  await tabTo(page, 'Older-Paper.csv')
  await press(page, 'Enter')
  await expectTitle(page, 'Downloaded file')
  await expect(page.getByRole('region', { name: 'Citation' })).toContainText(
    'Cohort “Older” with the variable set “Paper” (20 individuals, 2 variables).',
  )
  await press(page, '$mod+k')
  await page.keyboard.type('methods')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^Copy methods text/)
  await press(page, 'Enter')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('Cohort “Older” with the variable set “Paper” (20 individuals, 2 variables).')
  await tabTo(page, 'Download again')
  const repeating = page.waitForEvent('download')
  await press(page, 'Enter')
  expect(await readFile(await (await repeating).path(), 'utf8')).toBe(first)
  await expect(page.getByText('Done: the same bytes as the first file')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Made again' })).toContainText('the same bytes')
  await expectNoViolationsInAnyColours(page)
})
