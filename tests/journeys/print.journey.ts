import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { press, type } from '#tests/journeys/keyboard.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { textOfPdf, withoutBlanks } from '#tests/support/pdf-text.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

/** The pages on paper, without blanks. */
async function printed(page: Page): Promise<string[]> {
  const { pages } = await textOfPdf(await page.pdf({ format: 'A4', outline: true, tagged: true }))
  return pages.map(withoutBlanks)
}

test('prints the focused pane alone, with whole pictures', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts/1?beside=%2Fvariables%2Fall`)
  await expect(page.getByRole('figure', { name: /^Pyramid of SEX/ })).toBeVisible()
  const text = (await printed(page)).join('')
  for (const part of ['AllIndividuals', 'Diagnosis', '20to29', 'Membersperpedigree']) {
    expect(text).toContain(part)
  }
  for (const chrome of ['VariablesCatalog', 'ManageProjects', 'Downloadthis', 'Newsubset', 'Searchnames']) {
    expect(text).not.toContain(chrome)
  }
})

test('prints a variable and a Table 1 at the width of the paper, with the release and the day', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/AGE_TODAY`)
  await expect(page.getByText('The most frequent answers')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Counted in' })).toHaveValue('All Individuals')
  await expect(page.locator('[data-loading]')).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Data / })).toBeVisible()
  const [variable = ''] = await printed(page)
  expect(variable).toMatch(/CountedinAllIndividuals/)
  expect(variable).toMatch(/DIVER·datarelease[^·]+·printed\d{4}-\d{2}-\d{2}/)
  expect(variable).not.toContain('Themostfrequentanswers')

  await page.goto(`${product.url}/cohorts/describe?cohorts=1&by=SCHOOLING&variables=SEX,AGE_TODAY`)
  await expect(page.getByRole('grid', { name: 'Description' })).toContainText('Overall')
  const table = (await printed(page)).join('')
  expect(table).toContain('ANoschoolcompleted,BPrimaryschool')
  expect(table).toContain('LargestSMD')
  await expect(page.getByRole('grid', { name: 'Description' })).toContainText('No school completed')
})

test('prints all rows of a table up to 500 with its head on each page, and says so', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts/1?show=table`)
  const table = page.getByRole('table', { name: 'Counts' })
  await expect(table).toBeVisible()
  const total = Number(/of ([\d,]+)/.exec(await page.getByRole('navigation', { name: 'Pages' }).innerText())?.[1])
  const pages = await printed(page)
  expect(pages.length).toBeGreaterThan(3)
  for (const text of pages.slice(1, -1)) expect(text).toContain('CollectionStudyConsentDiagnosisIndividuals')
  const note = `Thefirst500of${total}rowsareprinted.`
  if (total > 500) expect(pages.join('')).toContain(note)
  // The screen has one page of the table again.
  await expect(table.getByRole('row')).toHaveCount(11)
})

test('the palette has the command Print', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts/1`)
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await press(page, '$mod+k')
  await type(page, '>print')
  await expect(page.getByRole('option', { name: /^Print/ }).first()).toBeVisible()
  await press(page, 'Enter')
  await expect(page.locator('body[data-printed]')).toHaveCount(1)
})
