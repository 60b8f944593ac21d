import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolations, expectNoViolationsInAnyColours } from '#tests/journeys/no-violations.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})
test.afterAll(() => product.stop())

/** Runs a command by its title in the palette. */
async function runCommand(page: Page, title: string): Promise<void> {
  await press(page, 'Control+k')
  await type(page, title)
  await expect(page.getByRole('option', { name: title }).first()).toHaveAttribute('aria-selected', 'true')
  await press(page, 'Enter')
}

test('saves a cohort as a file, maps a missing variable of a pasted document, and imports it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAt(page, `${product.url}/cohorts`)
  await page.getByRole('link', { name: 'Low mood at some time' }).focus()
  await press(page, 'Enter')
  await expectTitle(page, 'Low mood at some time')
  const saving = page.waitForEvent('download')
  await runCommand(page, 'Save definitions as a file')
  const text = await readFile(await (await saving).path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ format: 'diver-exchange', cohorts: [{ name: 'Low mood at some time' }] })

  // As from another server: another name of the variable, so the hash no longer belongs to the content.
  const foreign = text.replaceAll('MOOD_LOW_EVER', 'MOOD_LOW_EVR')
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), foreign)
  await runCommand(page, 'Paste definition')
  await expectTitle(page, 'Import definitions')
  await expect(page.getByText('The hash does not belong to these definitions.')).toBeVisible()
  await expect(page.getByText('Not possible: MOOD_LOW_EVR is missing here.')).toBeVisible()
  await expectNoViolationsInAnyColours(page)
  await tabTo(page, 'Use MOOD_LOW_EVER')
  await press(page, 'Enter')
  await expect(page.getByRole('cell', { name: 'Save', exact: true })).toBeVisible()
  await press(page, 'Control+s')
  await expect(page.getByText('1 definition saved.')).toBeVisible()

  // Another condition: a new cohort under a free name.
  await page.evaluate(
    (copied) => navigator.clipboard.writeText(copied),
    text.replace('"constraint_value": "1"', '"constraint_value": "0"'),
  )
  await runCommand(page, 'Paste definition')
  await expect(page.getByText('Save as Low mood at some time (2)')).toBeVisible()
  await press(page, 'Control+s')
  await expect(page.getByText('1 definition saved.')).toBeVisible()
  await expectNoViolations(page)
  await tabTo(page, 'Low mood at some time (2)')
  await press(page, 'Enter')
  await expectTitle(page, 'Low mood at some time (2)')
})

test('opens a share link after the login, without sending the definitions to the server', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAt(page, `${product.url}/cohorts`)
  await page.getByRole('link', { name: 'High mood at some time' }).focus()
  await press(page, 'Enter')
  await expectTitle(page, 'High mood at some time')
  await runCommand(page, 'Copy share link')
  await expect(page.getByText('Link copied.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/definitions\/import#d=[\w-]+$/)
  const code = link.split('#d=')[1] ?? ''
  const urls: string[] = []
  page.on('request', (request) => urls.push(`${request.url()} ${request.postData() ?? ''}`))
  await context.clearCookies()
  await page.goto('about:blank')
  await signInAt(page, link)
  await expectTitle(page, 'Import definitions')
  await expect(page.getByText(/Hash verified/)).toBeVisible()
  await expect(page.getByRole('cell', { name: 'High mood at some time' })).toBeVisible()
  expect(urls.filter((url) => url.includes(code) && !url.startsWith(link))).toEqual([])
  expect(page.url()).not.toContain('#')
})

test('takes a dropped file, and refuses one that contains no definitions', async ({ page }, info) => {
  await signInAt(page, `${product.url}/definitions/import`)
  await expect(page.getByText('Choose definitions to import.')).toBeVisible()
  await expectNoViolations(page)
  const path = info.outputPath('notes.json')
  await writeFile(path, '{"a": 1}')
  const choosing = page.waitForEvent('filechooser')
  await tabTo(page, 'Open a file of definitions…')
  await press(page, 'Enter')
  await (await choosing).setFiles(path)
  await expect(page.getByRole('alert')).toContainText('This text contains no definitions from this product.')
  await page.evaluate(() => {
    const set = { name: 'Dropped', description: '', variables: ['SEX'] }
    const text = JSON.stringify({ format: 'diver-exchange', version: 1, variablesets: [set] })
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'definitions.json', { type: 'application/json' }))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }))
  })
  await expect(page.getByRole('cell', { name: 'Dropped' })).toBeVisible()
})
