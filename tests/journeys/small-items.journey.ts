import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolations } from '#tests/journeys/no-violations.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})
test.afterAll(() => product.stop())

test('pages and searches cohorts and project lists of more than ten rows', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts`)
  for (const place of Array.from({ length: 24 }, (_, index) => index)) {
    const name = `Page ${String.fromCodePoint(65 + place)}`
    const subset = { parent_id: 1, cohort_type: 'subset', variable: 'SEX', constraint_type: 'VALID' }
    const cohort = { ...subset, name, projectid: 1 }
    const saved = await page.request.post(`${product.url}/api/v0/cohort/new`, { data: cohort })
    expect(saved.ok(), await saved.text()).toBe(true)
  }
  await page.reload()
  const tree = page.getByRole('treegrid', { name: 'Cohorts' })
  await expect(tree).toBeVisible()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText(/^1–\d+ of \d+/)
  await press(page, 'j ]')
  await expect(page.getByLabel('Jump to page')).toHaveValue('2')
  await expect(pages).toContainText(/^11–20 of \d+/)
  await press(page, 'End')
  await expect(tree.getByRole('row').last()).toBeFocused()
  await press(page, 'Home')
  await expect(pages).toContainText(/^1–10 of \d+/)
  await expect(tree.getByRole('row', { name: /^All Individuals/ })).toBeFocused()
  await expectNoViolations(page)
  await page.getByLabel('Search cohorts').fill('page w')
  await expect(tree.getByRole('row', { name: /Page W/ })).toBeVisible()
  await expect(pages).toBeHidden()

  await page.goto(`${product.url}/projects/1`)
  const cohorts = page.getByRole('region', { name: 'Cohorts' })
  const list = cohorts.getByRole('table', { name: 'Cohorts' })
  await expect(list.getByRole('link', { name: 'Page A', exact: true })).toBeAttached()
  await cohorts.getByRole('button', { name: 'Next page' }).click()
  await expect(cohorts.getByRole('navigation', { name: 'Pages' })).toContainText(/^11–20 of \d+/)
  await expect(list.getByRole('row')).toHaveCount(11)
  await cohorts.getByLabel('Search cohorts').fill('page w')
  await expect(list.getByRole('row')).toHaveCount(2)
  await expectNoViolations(page)

  // Project 1 has a custom name.
  await page.getByRole('button', { name: 'Edit', exact: true }).focus()
  await press(page, 'Enter')
  await page.getByLabel('Name', { exact: true }).fill('My studies')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Changes saved.')).toBeVisible()
  await expectTitle(page, 'My studies')
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
})

test('renames a custom variable and edits its description on its page', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/PSYCHOTIC_SIGNS`)
  const edits: string[] = []
  page.on('request', (request) => edits.push(...(request.url().endsWith('/construct/edit') ? [request.method()] : [])))
  await tabTo(page, 'More actions', 60)
  await press(page, 'Enter')
  await tabTo(page, 'Edit name and description')
  await press(page, 'Enter')
  await expect(page.getByRole('dialog', { name: 'Edit Custom Variable' })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('SIGNS_OF_PSYCHOSIS')
  await page.getByLabel('Description').fill('Any sign')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectTitle(page, 'SIGNS_OF_PSYCHOSIS')
  await expect(page.getByText('Changes saved.')).toBeVisible()
  expect(edits).toEqual(['POST'])
})

test('Download Data, New Downcode and New Compound Set open from the palette and ask on their page', async ({
  page,
}) => {
  await signInAt(page, product.url)
  await expect(page.getByRole('link', { name: 'Build Cohort' })).toBeVisible()
  for (const [words, title, field] of [
    ['download data', 'Download Data', 'Cohort'],
    ['new downcode', 'New Downcode', 'Variable'],
    ['new compound', 'New Compound Set', 'Start from which cohort?'],
  ] as const) {
    await press(page, '$mod+k')
    await type(page, words)
    await expect(page.getByRole('option', { name: new RegExp(`^${title}`) })).toBeVisible()
    await press(page, 'Enter')
    await expectTitle(page, title)
    await expect(page.getByRole('combobox', { name: field }).first()).toBeVisible()
  }
  await expect(page).toHaveURL(/\/cohorts\/compound$/)
  await page.getByRole('combobox', { name: 'Start from which cohort?' }).focus()
  await type(page, 'all ind')
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\/cohorts\/compound\/1$/)
  await page.goto(`${product.url}/cohorts/subset/abc`)
  await expectTitle(page, 'New Subset')
  await expect(page.getByText('Could not get Cohort with id abc.')).toBeVisible()
})

test('the chosen theme wins over that of the system', async ({ page }) => {
  await signInAt(page, product.url)
  const lightness = () =>
    page.evaluate(() => {
      const ofText = /oklch\(([\d.]+)/.exec(getComputedStyle(document.body).color)?.[1]
      return 1 - Number(ofText)
    })
  for (const [system, theme, isDark] of [
    ['light', 'Theme: dark', true],
    ['dark', 'Theme: light', false],
    ['dark', 'Theme: system', true],
  ] as const) {
    await page.emulateMedia({ colorScheme: system })
    await press(page, '$mod+k')
    await type(page, theme)
    await expect(page.getByRole('option', { name: theme })).toHaveAttribute('aria-selected', 'true')
    await press(page, 'Enter')
    if (isDark) await expect.poll(lightness).toBeLessThan(0.4)
    else await expect.poll(lightness).toBeGreaterThan(0.6)
  }
})
