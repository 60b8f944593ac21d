import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolations } from '#tests/journeys/no-violations.ts'
import { chooseSample, headings, signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

test.use({ hasExplorer: true })

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('filters the project, opens a cohort here and a variable set beside', async ({ page }) => {
  await signInAt(page, `${product.url}/projects`)
  const explorer = page.getByRole('navigation', { name: 'Explorer' })
  const tree = explorer.getByRole('treegrid', { name: 'Contents of the project' })
  await expect(tree.getByRole('row', { name: /^All Individuals/ })).toBeVisible()
  await chooseSample(page)
  await expectNoViolations(page)

  // The key hides it, and shows it with the focus in its filter.
  await press(page, 'b')
  await expect(explorer).toBeHidden()
  await press(page, 'b')
  await expect(explorer.getByLabel('Filter the project')).toBeFocused()
  await type(page, 'low moods')
  await expect(tree.getByRole('row', { name: /^Families with two who had low moods/ })).toBeVisible()
  await expect(tree.getByText('Mood, sleep and background')).toBeHidden()
  await press(page, 'ArrowDown')
  await expect(tree.getByRole('row', { name: /^Cohorts/ })).toBeFocused()
  await press(page, 'End')
  await expect(tree.getByRole('row', { name: /^Families with two who had low moods/ })).toBeFocused()
  await press(page, 'Enter')
  await expectTitle(page, 'Families with two who had low moods')

  await press(page, 'b b')
  await expect(explorer.getByLabel('Filter the project')).toBeFocused()
  await type(page, 'mood, sleep')
  // Its row is there before the filter, too.
  await expect(tree.getByText('Families with two who had low moods')).toBeHidden()
  await expect(tree.getByText('Mood, sleep and background')).toBeVisible()
  await press(page, 'ArrowDown ArrowDown')
  await expect(tree.getByRole('row', { name: /^Mood, sleep and background/ })).toBeFocused()
  await press(page, 'Shift+Enter')
  await expectTitle(page, 'Mood, sleep and background')
  expect(await headings(page)).toEqual(['Families with two who had low moods', 'Mood, sleep and background'])
})

test('collapses and expands by the arrow keys, stays hidden after a reload, and covers a narrow pane', async ({
  page,
}) => {
  await signInAt(page, `${product.url}/projects`)
  const explorer = page.getByRole('navigation', { name: 'Explorer' })
  const cohorts = explorer.getByRole('row', { name: /^Cohorts/ })
  await expect(cohorts).toHaveAttribute('aria-expanded', 'true')
  await press(page, 'b b ArrowDown')
  await expect(cohorts).toBeFocused()
  await press(page, 'ArrowLeft')
  await expect(cohorts).toHaveAttribute('aria-expanded', 'false')
  await press(page, 'ArrowRight')
  await expect(cohorts).toHaveAttribute('aria-expanded', 'true')
  await press(page, 'Escape')
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeFocused()
  await press(page, 'b')
  await expect(explorer).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
  await expect(explorer).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await press(page, 'b')
  await expect(explorer.getByLabel('Filter the project')).toBeFocused()
  await press(page, 'ArrowDown ArrowDown')
  await expect(explorer.getByRole('row', { name: /^All Individuals/ })).toBeFocused()
  await press(page, 'Enter')
  await expectTitle(page, 'All Individuals')
  await expect(explorer).toBeHidden()

  await page.setViewportSize({ width: 1440, height: 900 })
  await press(page, 'b')
  await expect(explorer.getByLabel('Filter the project')).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(explorer).toBeHidden()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(explorer).toBeVisible()
})

test('shows the card of a row by Space, moves by j and k, and compares the selected cohorts', async ({ page }) => {
  await signInAt(page, `${product.url}/projects`)
  await chooseSample(page)
  const explorer = page.getByRole('navigation', { name: 'Explorer' })
  const tree = explorer.getByRole('treegrid', { name: 'Contents of the project' })
  const card = page.getByRole('complementary', { name: 'Quick look' })
  await press(page, 'b b')
  await expect(explorer.getByLabel('Filter the project')).toBeFocused()
  await type(page, 'mood')
  await press(page, 'ArrowDown')
  await expect(tree.getByRole('row', { name: /^Cohorts/ })).toBeFocused()
  await press(page, 'j j')
  const high = tree.getByRole('row', { name: /^High mood at some time/ })
  await expect(high).toBeFocused()
  await press(page, 'Space')
  await expect(card).toContainText('High mood at some time')
  await expect(card).toBeInViewport({ ratio: 1 })
  await expectNoViolations(page)
  await press(page, 'x j')
  await expect(high).toHaveAttribute('aria-selected', 'true')
  const both = tree.getByRole('row', { name: /^High as well as low mood \d/ })
  await expect(both).toBeFocused()
  await expect(card).toContainText('High as well as low mood')
  await press(page, 'k')
  await expect(high).toBeFocused()
  await press(page, 'j Escape')
  await expect(card).toBeHidden()
  await press(page, 'x')
  await expect(explorer.getByText('2 cohorts selected')).toBeVisible()
  await press(page, 'c')
  await expect.poll(() => headings(page)).toEqual(['High mood at some time', 'High as well as low mood'])

  // The bars of both panes can be compared: the same rows in the same order, on one scale.
  const panels = page.getByRole('region', { name: 'Diagnosis' })
  await expect(panels.getByText('in the order and on the scale of the panes side by side')).toHaveCount(2)
  const rowsOf = async (place: number) =>
    (await panels.nth(place).getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0])
  expect(await rowsOf(0)).toEqual(await rowsOf(1))
})

test('keeps its filter when a session ends, and sends no request without one', async ({ page }) => {
  await signInAt(page, `${product.url}/projects`)
  const filter = page.getByRole('navigation', { name: 'Explorer' }).getByLabel('Filter the project')
  await press(page, 'b b')
  await expect(filter).toBeFocused()
  await type(page, 'all')
  await page.context().clearCookies()
  const refused: string[] = []
  page.on('response', (answer) => refused.push(...(answer.status() === 401 ? [new URL(answer.url()).pathname] : [])))
  await press(page, 'Escape Escape g v')
  await expect(page.getByLabel('Username')).toBeFocused()
  expect(refused.filter((path) => /construct|variableset/.test(path))).toEqual([])
  await type(page, 'researcher')
  await press(page, 'Tab')
  await type(page, 'demo')
  await press(page, 'Enter')
  await expectTitle(page, 'Variables Catalog')
  await expect(page.getByRole('navigation', { name: 'Explorer' })).toBeVisible()
})
