import type { Page } from '@playwright/test'
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
  await expect(page.getByRole('group', { name: 'Answered in collection' })).toContainText('bp')
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
  const names = async () => rows.locator('td:nth-child(2)').allInnerTexts()
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

test('shows the card of a row, which follows the arrow keys, and closes it by Space or Escape', async ({ page }) => {
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
})

test('keeps rows of 28 px in place, and shows 18 of them at 1440x900, 26 at 1920x1080 and 8 at 200 % zoom', async ({
  page,
}) => {
  await signInAt(page, `${product.url}/variables/all?size=50`)
  const rows = page.getByRole('grid', { name: 'Variables' }).locator('tbody tr[data-index]')
  for (const [width, height, least] of [
    [1440, 900, 18],
    [1920, 1080, 26],
    [720, 450, 8],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.reload()
    await expect(rows.nth(least - 1)).toBeInViewport({ ratio: 1 })
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
    expect(new Set(heights)).toEqual(new Set([28]))
  }
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

test('lets an administrator approve an edit, which is then shown, or reject it, which is kept on record', async ({
  page,
}) => {
  await signInAt(page, `${product.url}/variables/MOOD_LOW_EVER`, 'admin')
  for (const [meaning, decision] of [
    ['Yes, ever', 'Approve'],
    ['Sometimes', 'Reject'],
  ] as const) {
    await page.getByRole('button', { name: 'Edit', exact: true }).focus()
    await press(page, 'Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Meaning of 1').fill(meaning)
    await dialog.getByLabel('Comment').fill('As printed')
    await dialog.getByRole('button', { name: 'Queue for review' }).focus()
    await press(page, 'Enter')
    const [queued] = [page.getByRole('list', { name: 'Edits' }).getByRole('listitem').first()]
    await expect(queued).toContainText('queued')
    await expect(queued).toContainText(meaning)
    await queued.getByLabel('Comment on the decision').focus()
    await type(page, `${decision}d so`)
    await tabTo(page, decision)
    await press(page, 'Enter')
    await expect(queued).toContainText(decision === 'Approve' ? 'approved by admin' : 'rejected by admin')
    await expect(queued).toContainText(`${decision}d so`)
  }
  await expect(page.getByRole('list', { name: 'Top answers' })).toContainText('Yes, ever')
  await expectNoViolations(page)
  await expectTitle(page, 'MOOD_LOW_EVER')
})

/** Lets one endpoint fail with a server error, until released. */
async function failing(page: Page, path: string, work: () => Promise<void>): Promise<void> {
  const address = `**/api/v0${path}*`
  await page.route(address, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"Out of order."}' }),
  )
  await work()
  await page.unroute(address)
}

test('reports each failed request in its place with a way to retry', async ({ page }) => {
  await signInAt(page, `${product.url}/`, 'admin')
  for (const [path, screen, message, role] of [
    ['/variable/search', '/variables/all', 'Unable to get Variables.', 'grid'],
    ['/variable/lookup', '/variables/MOOD_HIGH_EVER', 'Unable to get Variable.', 'list'],
    ['/variable/distribution', '/variables/MOOD_RATING_NOW', 'Unable to get Variable.', 'figure'],
    ['/variable/similar', '/variables/MOOD_HIGH_EVER', 'Unable to get Variables.', 'table'],
    ['/variable/edits', '/variables/MOOD_HIGH_EVER', 'Unable to get Variable edits.', 'list'],
  ] as const) {
    const notice = page.getByRole('alert').filter({ hasText: `Internal Server Error. Out of order. ${message}` })
    await failing(page, path, async () => {
      await page.goto(`${product.url}${screen}`)
      await expect(notice.first()).toBeVisible()
    })
    await notice.first().getByRole('button', { name: 'Try again' }).focus()
    await press(page, 'Enter')
    await expect(notice).toHaveCount(0)
    await expect(page.getByRole(role).first()).toBeVisible()
  }

  // The text remains after a failed proposal.
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Question').fill('Another question?')
  await dialog.getByLabel('Comment').fill('Why not')
  await failing(page, '/variable/edit', async () => {
    await dialog.getByRole('button', { name: 'Queue for review' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Out of order. Unable to edit Variable.')
  })
  await expect(dialog.getByLabel('Question')).toHaveValue('Another question?')
  await dialog.getByRole('button', { name: 'Queue for review' }).click()
  await failing(page, '/variable/edits/decide', async () => {
    await page.getByRole('button', { name: 'Reject' }).first().click()
    await expect(page.getByRole('list', { name: 'Edits' })).toContainText('Out of order. Unable to edit Variable.')
  })
})

test('links a codebook to its page in a new tab, and shows Page Not Found for a missing codebook', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/MOOD_HIGH_EVER`)
  const link = page.getByRole('link', { name: /^page \d+$/ })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('href', /^\/codebooks\/[a-z0-9.-]+\.pdf#toolbar=0&page=\d+$/)
  const file = (await link.getAttribute('href')) ?? ''
  const answer = await page.request.get(`${product.url}${file.replace(/#.*/, '')}`)
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
  expect(answer.headers()['content-security-policy']).toContain(`object-src 'self'`)
  const missing = await page.goto(`${product.url}/codebooks/nothing.pdf`)
  expect(missing?.status()).toBe(404)
  await expect(page.getByText('The page you were looking for could not be found.')).toBeVisible()
})
