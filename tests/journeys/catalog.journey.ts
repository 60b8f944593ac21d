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

test('filters, selects from, compares and clears the catalog by keyboard alone', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/all`)
  const grid = page.getByRole('grid', { name: 'Variables' })
  await expect(grid).toBeVisible()
  await press(page, '/')
  await type(page, 'mood')
  await expect(page.getByRole('status').filter({ hasText: /^\d+ variables$/ })).toBeVisible()
  await expect(grid.locator('mark').first()).toHaveText(/mood/i)

  await press(page, 'ArrowDown')
  await press(page, 'Shift+F')
  await expect(page.getByRole('group', { name: 'Data type' }).getByLabel('Any')).toBeFocused()
  await press(page, 'ArrowDown')
  await expect(page).toHaveURL(/type=categorical/)
  const chips = page.getByRole('list', { name: 'Filters chosen' })
  await expect(chips.getByRole('button', { name: 'Remove Data type: category' })).toBeVisible()
  // A group that splits the result opens with its choices.
  const forms = page.getByRole('group', { name: 'Form and version' })
  await expect(forms).toBeHidden()
  await page.locator('summary').filter({ hasText: 'Form and version' }).focus()
  await press(page, 'Enter')
  await expect(forms.getByLabel('Any')).toBeChecked()
  await expect(grid.getByRole('img', { name: /^Answers to / }).first()).toBeVisible()
  await expectNoViolations(page)

  // Filters survive a reload, and are removed singly or together.
  await page.reload()
  await expect(chips).toContainText('category')
  await tabTo(page, 'Clear all')
  await press(page, 'Enter')
  await expect(chips).toBeHidden()
  await expect(page).not.toHaveURL(/type=/)

  // Two selected rows and their actions. The selection is the working set, which Escape keeps.
  await press(page, '/')
  await press(page, 'ArrowDown')
  await press(page, 'x j x')
  const selection = page.getByRole('group', { name: 'Selected rows' })
  await expect(selection).toContainText('2 variables selected')
  await expect(selection.getByRole('button', { name: /^(?:Add to set|Build a cohort|Compare|More)/ })).toHaveCount(4)
  await selection.getByRole('button', { name: 'More for the selected variables' }).press('Enter')
  await expect(selection.getByRole('button', { name: 'New Combine: Two Variables' })).toBeVisible()
  await expectNoViolations(page)
  await press(page, 'Escape')
  await expect(selection).toBeVisible()
  await press(page, 'n b')
  await expectTitle(page, 'Build by rules')
  await expect(page).toHaveURL(/variables=[A-Z_0-9]+%2C[A-Z_0-9]+/)
  await page.goBack()
  await expect(selection).toBeVisible()
  await selection.getByRole('button', { name: 'Clear selection' }).focus()
  await press(page, 'Enter')
  await expect(selection).toBeHidden()
  await press(page, '/')
  await press(page, 'ArrowDown')
  await press(page, 'x j x c')
  await expect.poll(async () => (await headings(page)).length).toBe(2)
})

test('keys that follow at once on a loading catalog act on its rows', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/all?type=categorical`)
  const chips = page.getByRole('list', { name: 'Filters chosen' })
  for (const round of [1, 2, 3]) {
    await page.goto(`${product.url}/variables/all?type=categorical&round=${round}`)
    await page.getByRole('button', { name: 'Clear all' }).focus()
    await press(page, 'Enter')
    await expect(chips).toBeHidden()
    await press(page, '/')
    await press(page, 'ArrowDown')
    await press(page, 'x j x')
    const selection = page.getByRole('group', { name: 'Selected rows' })
    await expect(selection).toContainText('2 variables selected')
    await selection.getByRole('button', { name: 'Clear selection' }).press('Enter')
    await expect(selection).toBeHidden()
  }
})

test('opens the variable of a row in a new tab or in a pane beside by button, palette and key', async ({
  page,
  context,
}) => {
  await signInAt(page, `${product.url}/variables/all?q=mood_high_ever`)
  const row = page.getByRole('row').filter({ hasText: 'MOOD_HIGH_EVER' }).first()
  const details = row.getByRole('link', { name: 'View Details of MOOD_HIGH_EVER' })
  await expect(details).toHaveText('View Details')
  const [byButton] = await Promise.all([context.waitForEvent('page'), details.click()])
  await expectTitle(byButton, 'MOOD_HIGH_EVER')
  await byButton.close()

  await row.getByRole('button', { name: 'Open beside: MOOD_HIGH_EVER' }).click()
  await expect.poll(() => headings(page)).toEqual(['Variables Catalog', 'MOOD_HIGH_EVER'])
  await press(page, '$mod+k')
  await type(page, 'view details')
  await expect(page.getByRole('option', { name: 'View Details' }).first()).toBeVisible()
  const [byPalette] = await Promise.all([context.waitForEvent('page'), press(page, 'Enter')])
  await expectTitle(byPalette, 'MOOD_HIGH_EVER')
  await byPalette.close()

  await row.focus()
  const [byKey] = await Promise.all([context.waitForEvent('page'), press(page, 'o')])
  await expectTitle(byKey, 'MOOD_HIGH_EVER')
})

test('shows the rows of its page and no more, and turns the page with the cursor', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/all`)
  const rows = page.getByRole('grid', { name: 'Variables' }).locator('tbody tr[data-index]')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(rows).toHaveCount(10)
  await expect(pages).toContainText(/^1–10 of [\d,]+/)
  const names = async () => rows.locator('td[data-column=name]').allInnerTexts()
  const first = await names()
  await press(page, `/ ArrowDown ${'j '.repeat(10).trim()}`)
  await expect(pages).toContainText(/^11–20 of/)
  await expect(page).toHaveURL(/page=2/)
  await expect(rows.first()).toBeFocused()
  expect((await names()).some((name) => first.includes(name))).toBe(false)
  await press(page, 'ArrowUp')
  await expect(pages).toContainText(/^1–10 of/)
  await expect(rows.last()).toBeFocused()
  await press(page, 'PageDown')
  await expect(rows.last()).toBeFocused()
  await expect(pages).toContainText(/^11–20 of/)

  // The size is kept for the user, and in the URL.
  await page.getByLabel('Rows per page').selectOption('25')
  await expect(rows).toHaveCount(25)
  await expect(page).toHaveURL(/size=25/)
  await page.goto(`${product.url}/variables/all`)
  await expect(rows).toHaveCount(25)
  await page.getByLabel('Rows per page').selectOption('All (scroll)')
  await expect(pages).toContainText(/^All [\d,]+/)
  await expect(page.getByRole('button', { name: 'Next page' })).toBeHidden()
  await expectNoViolations(page)
  await page.getByLabel('Rows per page').selectOption('10')
})

test('lists a question once: its versions open in place by key and by click, and every variable is reached', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAt(page, `${product.url}/variables/all?q=mood`)
  const grid = page.getByRole('grid', { name: 'Variables' })
  const rows = grid.locator('tbody tr[data-index]')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const count = page.getByRole('status').filter({ hasText: /^[\d,]+ variables?$/ })
  await expect(pages).toContainText(/of [\d,]+ questions/)
  const numberIn = (text: string) => Number(/[\d,]+(?= [a-z])/.exec(text)?.[0].replaceAll(',', ''))
  const variables = numberIn(await count.innerText())
  const questions = numberIn(await pages.innerText())
  expect(questions).toBeLessThan(variables)
  await expect(rows).toHaveCount(10)

  const first = rows.filter({ hasText: '3 versions' }).first()
  const button = first.getByRole('button', { name: '3 versions' })
  await expect(button).toHaveAttribute('aria-expanded', 'false')
  const question = await first.locator('[data-column=question]').innerText()
  await first.focus()
  await press(page, 'z')
  await expect(rows).toHaveCount(12)
  await expect(rows.locator('[data-column=question]').filter({ hasText: question })).toHaveCount(3)
  await expectNoViolations(page)
  // From a version the fold closes on its question.
  await press(page, 'j')
  await expect(first).not.toBeFocused()
  await press(page, 'ArrowLeft')
  await expect(rows).toHaveCount(10)
  await expect(first).toBeFocused()
  await button.click()
  await expect(rows).toHaveCount(12)
  await expect(page).toHaveURL(/\/variables\/all/)

  await first.focus()
  await press(page, 'Shift+Y')
  await expect(page.getByText('Table copied.')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.trim().split('\n')).toHaveLength(1 + variables)
  await press(page, '$mod+a')
  const selection = page.getByRole('group', { name: 'Selected rows' })
  await expect(selection).toContainText(`${variables} variables selected`)
})

test('keys after fast typing wait for the rows of the words in the field', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/all`)
  let answer = () => {}
  const keysPressed = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/variable/search**', async (route) => {
    await keysPressed
    await route.continue()
  })
  await press(page, '/')
  await page.keyboard.type('mood_high_ever', { delay: 40 })
  await press(page, 'ArrowDown Enter')
  answer()
  await expectTitle(page, 'MOOD_HIGH_EVER')
})

test('corrects a misspelt search, and restores the page when the search is cleared', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/all?size=50&page=2`)
  const grid = page.getByRole('grid', { name: 'Variables' })
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText('51–100 of')
  const firstOfPage = grid.locator('tbody tr[data-index="0"]').getByRole('link').first()
  const name = await firstOfPage.innerText()

  await press(page, '/')
  await type(page, 'modo')
  await expect(page.getByText('“modo” was read as “mood”.')).toBeVisible()
  await expect(grid.locator('mark').first()).toHaveText(/mood/i)
  await expectNoViolations(page)

  await press(page, '/ Control+a Backspace')
  await expect(page).toHaveURL(/page=2/)
  await expect(grid.getByRole('link', { name, exact: true })).toBeVisible()

  // The last row of all, although only the first rows were loaded.
  await press(page, 'ArrowDown')
  await expect(grid.locator('tbody tr[data-index]').first()).toBeFocused()
  await press(page, 'End')
  const total = Number(/of ([\d,]+)/.exec(await pages.innerText())?.[1]?.replace(',', ''))
  await expect(grid.locator('tbody tr[data-index]').last()).toBeFocused()
  await expect(pages).toContainText(new RegExp(`–${total.toLocaleString('en')} of`))
})

test('scrolls through all rows, which are rendered as they come into view', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/all?size=all`)
  const grid = page.getByRole('grid', { name: 'Variables' })
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(/^All [\d,]+/)
  const last = Number(await grid.getAttribute('aria-rowcount')) - 2
  expect(last).toBeGreaterThan(100)
  expect(await grid.getByRole('row').count()).toBeLessThan(100)
  await press(page, '/ ArrowDown End')
  await expect(grid.locator(`tbody tr[data-index="${last}"]`)).toBeFocused()
  await press(page, 'k k')
  await expect(grid.locator(`tbody tr[data-index="${last - 2}"]`)).toBeFocused()
})

test('the card of a row follows the arrow keys; beside a wide list it stays', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 900 })
  await signInAt(page, `${product.url}/variables/all?q=mood`)
  const rows = page.getByRole('grid', { name: 'Variables' }).locator('tbody tr[data-index]')
  await rows.first().focus()
  const names = await rows.getByRole('link').filter({ hasNotText: 'View Details' }).allInnerTexts()
  const card = page.getByRole('complementary', { name: 'Quick look' })
  await press(page, 'Space')
  await expect(card.getByRole('heading', { name: names[0] ?? '', exact: true })).toBeVisible()
  await press(page, 'ArrowDown')
  await expect(card.getByRole('heading', { name: names[1] ?? '', exact: true })).toBeVisible()
  await expect(rows.nth(1)).toBeFocused()
  await expectNoViolations(page)
  await press(page, 'Space')
  await expect(card).toBeHidden()
  await press(page, 'Space')
  await expect(card).toBeVisible()
  await press(page, 'Escape')
  await expect(card).toBeHidden()
  await expect(rows.nth(1)).toBeFocused()

  await page.setViewportSize({ width: 1920, height: 1080 })
  await expect(card.getByRole('heading', { name: names[1] ?? '', exact: true })).toBeVisible()
  await press(page, 'ArrowUp')
  await expect(card.getByRole('heading', { name: names[0] ?? '', exact: true })).toBeVisible()
  await press(page, 'Escape')
  await expect(card).toBeVisible()
})

test('without a search, sections lead to their variables', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/all`)
  const grid = page.getByRole('grid', { name: 'Variables' })
  await expect(grid.getByRole('link', { name: /_EVER$/ }).first()).toBeVisible()
  const tile = page.getByRole('region', { name: 'Sections' }).getByRole('button', { name: /^Sleep/ })
  await tile.focus()
  await press(page, 'Enter')
  await expect(page).toHaveURL(/section=Sleep/)
  await expect(tile).toBeHidden()
  await expect(grid.getByRole('link', { name: /SLEEP/ }).first()).toBeVisible()
  await expectNoViolations(page)
})

test('rows keep their height with a question on two lines or one, which is at least 320 px wide', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/all?q=mood&size=50`)
  const rows = page.getByRole('grid', { name: 'Variables' }).locator('tbody tr[data-index]')
  for (const [width, height, least] of [
    [1440, 900, 10],
    [1024, 768, 7],
    [390, 844, 7],
    [1920, 1080, 13],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.reload()
    await expect(rows.nth(least - 1)).toBeInViewport({ ratio: 1 })
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
    expect(new Set(heights)).toEqual(new Set([61]))
    const question = rows.first().locator('[data-column=question]')
    expect((await question.boundingBox())?.width).toBeGreaterThanOrEqual(320)
  }
  await press(page, '/ ArrowDown $mod+k')
  await page.keyboard.type('questions on one line')
  await press(page, 'Enter')
  await expect(rows.nth(16)).toBeInViewport({ ratio: 1 })
})

test('narrows the catalog by terms, and explains a wrong term beside the field', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/all`)
  const grid = page.getByRole('grid', { name: 'Variables' })
  const field = page.getByLabel('Search names and questions')
  const count = page.getByRole('status').filter({ hasText: /^[\d,]+ variables?$/ })
  await field.fill('mood')
  await expect(grid.locator('mark').first()).toHaveText(/mood/i)
  const all = Number((await count.innerText()).replaceAll(/\D/g, ''))
  await field.fill('type:number n>5 mood')
  await expect.poll(async () => Number((await count.innerText()).replaceAll(/\D/g, ''))).toBeLessThan(all)
  await expect(grid.getByRole('gridcell', { name: 'number' }).first()).toBeVisible()
  await expect(grid.getByRole('gridcell', { name: 'category' })).toHaveCount(0)
  await field.fill('type:nonsense mood')
  await expect(page.getByRole('alert')).toContainText('Unknown type “nonsense”.')
  await expectNoViolations(page)
})

test('narrows the catalog and the palette by collection and cohort', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/all`)
  const field = page.getByLabel('Search names and questions')
  const count = page.getByRole('status').filter({ hasText: /^[\d,]+ variables?$/ })
  await field.fill('mood')
  await expect(page.locator('[data-answers="mood"]')).toBeVisible()
  await field.fill('collection:b mood')
  await expect(page.getByRole('alert')).toContainText('Unknown collection “b”. Use bp, bf.')
  await field.fill('mood cohort:"Families with')
  await expect(page.locator('datalist option')).toHaveText(['mood cohort:"Families with two who had low moods" '])
  const typed = 'mood collection:bp cohort:"Families with two who had low moods"'
  const sent = page.waitForRequest((request) => {
    const { filter } = request.url().includes('/variable/search') ? request.postDataJSON() : { filter: null }
    return filter?.collection === 'bp' && filter.cohortid > 1
  })
  await field.fill(typed)
  await sent
  await expect(page.locator(`[data-answers='${typed}']`)).toBeVisible()
  const found = (await count.innerText()).replaceAll(/\D/g, '')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expectNoViolations(page)

  await press(page, 'Escape')
  await press(page, '$mod+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.insertText(typed)
  await expect(
    page.getByRole('option', { name: `See all ${Number(found).toLocaleString('en')} in the catalog` }),
  ).toBeVisible()
  await expect(page.getByRole('option', { name: /^(New|Open|Show) / })).toHaveCount(0)
})

test('completes a term in the palette by keyboard, and explains a wrong term there', async ({ page }) => {
  await signInAt(page, `${product.url}/`)
  await press(page, '$mod+k')
  const palette = page.getByRole('dialog')
  const field = palette.getByRole('combobox')
  await expect(field).toBeFocused()
  await page.keyboard.type('mood type:num')
  await expect(palette.getByRole('option', { selected: true })).toHaveText('type:number')
  await press(page, 'Tab')
  await expect(field).toHaveValue('mood type:number ')
  await page.keyboard.type('form:')
  const completion = palette.getByRole('option', { name: /^form:/ }).first()
  const term = await completion.innerText()
  await expect(completion).toHaveAttribute('aria-selected', 'true')
  await press(page, 'Enter')
  await expect(field).toHaveValue(`mood type:number ${term} `)
  await expect(field).toBeFocused()
  await page.keyboard.type('n>many')
  await expect(field).toHaveAccessibleDescription('Compare n with a number: n>5000.')
  await expect(palette.getByText('Compare n with a number')).toBeVisible()
  await expectNoViolations(page)
})

test('the arrow down from the title of a page leads to its rows', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/all?q=mood`)
  const rows = page.getByRole('grid', { name: 'Variables' }).locator('tbody tr')
  await expect(rows.nth(1)).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await press(page, 'ArrowDown')
  await expect(rows.nth(0)).toBeFocused()
  await press(page, 'x ArrowDown x')
  await expect(page.getByRole('row', { selected: true })).toHaveCount(2)
})
