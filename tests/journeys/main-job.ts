import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectTitle, press, signInByKeyboard, tabTo, type } from '#tests/journeys/keyboard.ts'

export interface MainJob {
  readonly url: string
  readonly username: string
  readonly password: string
  /** The search text, and the expected first hit. */
  readonly search: string
  readonly variable: string
  /** The prefix of the value's option in the filter. */
  readonly value: string
  /** The expected number of matches, from an independent count. */
  readonly matches?: number
  /** A back end without extensions: no split and no live count. */
  readonly isPlain?: boolean
  /** The other variable of the set. */
  readonly second: string
}

/** From sign-in to CSV by keyboard; returns the downloaded file. */
export async function doMainJob(page: Page, job: MainJob): Promise<string> {
  await page.goto(job.url)
  await signInByKeyboard(page, job.username, job.password)

  await press(page, 'g v')
  await expectTitle(page, 'Variables Catalog')
  const search = page.getByLabel('Search names and questions')
  await expect(search).toBeVisible()
  await press(page, '/')
  await expect(search).toBeFocused()
  await type(page, job.search)
  // Rows of the previous text remain until then.
  await expect(page.locator(`[data-answers="${job.search}"]`)).toBeVisible()
  await expect(page.getByRole('row', { name: job.variable }).first()).toBeVisible()
  await press(page, 'ArrowDown')
  await press(page, 'Enter')
  await expectTitle(page, job.variable)

  await press(page, 'n s')
  await expectTitle(page, 'New Subset')
  await expect(page.getByLabel('Value', { exact: true })).toBeFocused()
  await type(page, job.value)
  const live = page.getByRole('region', { name: 'Live result' })
  await expect(live).toContainText(job.isPlain ? /[\d,]+ individuals/ : 'individuals match')
  const matches =
    job.matches?.toLocaleString('en-US') ?? /[\d,]+(?= of| individuals)/.exec(await live.innerText())?.[0] ?? ''
  await expect(live).toContainText(`${matches} ${job.isPlain ? 'individuals' : 'of'}`)
  await press(page, '$mod+Enter')
  await expect(page.getByRole('region', { name: 'Collection' })).toBeVisible()
  await tabTo(page, 'Name')
  await type(page, 'Journey cohort')
  await press(page, '$mod+s')
  await expectTitle(page, 'Journey cohort')
  await expect(page.getByText(`${matches} individual`).first()).toBeVisible()

  await saveVariableSet(page, 'Journey set', [job.variable, job.second])

  await press(page, 'g l')
  await expectTitle(page, 'Download Data')
  await expect(page.getByRole('combobox', { name: 'Variable set' })).toHaveValue('Journey set')
  // The cohort that was shown last, taken with its source.
  await expect(page.getByRole('combobox', { name: 'Cohort' })).toHaveValue('Journey cohort')
  await expect(page.getByRole('group', { name: 'Taken from elsewhere' })).toContainText(
    'Journey cohort · from the last',
  )
  await expect(page.getByText('Journey cohort-Journey set.csv', { exact: true })).toBeVisible()
  await press(page, '$mod+Enter')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(`${matches} rows, 8 columns`)

  const downloading = page.waitForEvent('download')
  await press(page, '$mod+s')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Journey cohort-Journey set.csv')
  return readFileSync(await download.path(), 'utf8')
}

/** Makes a variable set from any page. */
export async function saveVariableSet(page: Page, setName: string, variableNames: readonly string[]): Promise<void> {
  await press(page, 'n v')
  await expectTitle(page, 'New Variable Set')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await type(page, setName)
  await press(page, 'Tab')
  for (const name of variableNames) {
    await type(page, name)
    await expect(page.getByRole('option', { name }).first()).toBeVisible()
    await press(page, 'Enter')
    await expect(
      page.getByRole('table', { name: 'Variables of the set' }).getByRole('link', { name, exact: true }),
    ).toBeVisible()
  }
  await press(page, '$mod+s')
  await expectTitle(page, setName)
}
