import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, tabTo, type } from '#tests/journeys/keyboard.ts'
import { headings, signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

const widths = (page: Page) =>
  page.locator('section[aria-labelledby]').evaluateAll((panes) => panes.map((pane) => pane.clientWidth))

test('updates the linked pane and the URL as the cursor of the catalog moves', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/all?q=mood`)
  await expectTitle(page, 'Variables Catalog')
  const rows = page.getByRole('grid', { name: 'Variables' }).getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  const names = await rows.locator('td[data-column=name]').allInnerTexts()

  await press(page, 'j')
  await press(page, 'p l')
  await expect.poll(() => headings(page)).toEqual(['Variables Catalog', names[0]])
  const steps = await page.evaluate(() => window.history.length)
  await press(page, 'j j')
  await expect.poll(() => headings(page)).toEqual(['Variables Catalog', names[2]])
  await expectTitle(page, 'Variables Catalog')
  await expect.poll(() => page.url()).toContain(encodeURIComponent(`/variables/${names[2]}`))
  expect(await page.evaluate(() => window.history.length)).toBe(steps)

  await press(page, 'p l j')
  await expect(page.getByRole('grid').locator('tbody tr[tabindex="0"]')).toContainText(names[3] ?? '')
  expect(await headings(page)).toEqual(['Variables Catalog', names[2]])
})

test('keeps text typed into the palette while a new pane takes the focus', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts`)
  await expectTitle(page, 'Cohorts')
  // Within one frame: the palette opens before the pane has had the focus.
  await page.evaluate(() => {
    const init = { bubbles: true, cancelable: true }
    for (const key of ['p', 's']) document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, ...init }))
    const palette = { key: 'k', code: 'KeyK', ctrlKey: true, ...init }
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', palette))
  })
  await page.keyboard.type('sleep')
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('sleep')
  await press(page, 'Escape')
  await expect(page.getByRole('heading', { level: 1 }).nth(1)).toBeFocused()
})

test('moves, resizes, maximises, closes and reopens panes', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts?beside=${encodeURIComponent('/variables/all?q=mood')}`)
  await expect.poll(() => headings(page)).toEqual(['Cohorts', 'Variables Catalog'])

  await press(page, 'p r')
  await expect.poll(() => headings(page)).toEqual(['Variables Catalog', 'Cohorts'])
  await expectTitle(page, 'Cohorts')
  await press(page, 'p h')
  await expect.poll(() => headings(page)).toEqual(['Cohorts', 'Variables Catalog'])

  const equal = await widths(page)
  await press(page, 'p +')
  await expect.poll(async () => (await widths(page))[0]).toBeGreaterThan((equal[0] ?? 0) + 30)
  await press(page, 'p - p -')
  await expect.poll(async () => (await widths(page))[0]).toBeLessThan((equal[0] ?? 0) - 30)
  await press(page, 'p =')
  await expect.poll(async () => Math.abs(((await widths(page))[0] ?? 0) - (equal[0] ?? 0))).toBeLessThan(3)

  await press(page, 'p m')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('navigation', { name: 'Panes' })).toBeVisible()
  await press(page, 'F6')
  await expect.poll(() => headings(page)).toEqual(['Variables Catalog'])
  await press(page, 'p m')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(2)

  await press(page, 'p w')
  await expect.poll(() => headings(page)).toEqual(['Cohorts'])
  await press(page, 'p u')
  await expect.poll(() => headings(page)).toEqual(['Cohorts', 'Variables Catalog'])
  await expect(page.getByLabel('Search names and questions')).toHaveValue('mood')
})

test('four panes are visible together from 900 px on, in two rows where one would be too narrow', async ({ page }) => {
  const beside = ['/variables/all', '/cohorts', '/cohorts/1'].map((path) => `beside=${encodeURIComponent(path)}`)
  await signInAt(page, `${product.url}/variables/MOOD_HIGH_EVER?${beside.join('&')}`)
  const panes = page.locator('[data-panel]')
  for (const [width, separators] of [
    [1200, 0],
    [1920, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByRole('separator')).toHaveCount(separators)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(4)
    for (const pane of await panes.all()) {
      await expect(pane).toBeInViewport({ ratio: 0.99 })
      expect((await pane.boundingBox())?.width).toBeGreaterThanOrEqual(320)
    }
  }
  await press(page, 'p s')
  await expect(page.getByText('There are at most four panes.').filter({ visible: true }).first()).toBeVisible()
  await page.setViewportSize({ width: 820, height: 900 })
  await expect(page.getByRole('navigation', { name: 'Panes' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
})

test('leads from an item up to its list by key and by breadcrumb', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/MOOD_HIGH_EVER`)
  await expectTitle(page, 'MOOD_HIGH_EVER')
  await press(page, 'u')
  await expectTitle(page, 'Variables Catalog')
  await press(page, 'u')
  await expectTitle(page, 'Dashboard')
  await page.goto(`${product.url}/cohorts/1`)
  await page.getByRole('list', { name: 'Above this page' }).getByRole('link', { name: 'Cohorts' }).click()
  await expectTitle(page, 'Cohorts')
})

test('splits the pane into one with a search and recent work', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts`)
  await press(page, 'p s')
  await expectTitle(page, 'New pane')
  await expect(page.getByRole('heading', { level: 1, name: 'New pane' })).toBeFocused()
  const pane = page.getByRole('region', { name: 'New pane' })
  const recent = pane.getByRole('region', { name: 'Recent work' })
  await expect(recent.getByRole('link', { name: 'Low mood at some time' })).toBeVisible()
  await tabTo(page, 'Search everything…')
  await press(page, 'Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await type(page, 'low mood at some')
  await expect(page.getByRole('option', { name: /Low mood at some time/ }).first()).toBeVisible()
  await press(page, 'Enter')
  await expect.poll(() => headings(page)).toEqual(['Cohorts', 'Low mood at some time'])
})

test('restores each of ten pane layouts by Back and Forward', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts`)
  await expect.poll(() => headings(page)).toEqual(['Cohorts'])
  const layouts = [await layout(page)]
  for (const keys of ['p s', 'g v', 'p s', 'g s', 'p h', 'p s', 'g d', 'p w', 'p u', 'p h']) {
    await press(page, keys)
    await expect.poll(() => layout(page)).not.toBe(layouts.at(-1))
    layouts.push(await settled(page))
  }
  for (const before of layouts.toReversed().slice(1)) {
    await page.goBack()
    await expect.poll(() => layout(page)).toBe(before)
  }
  for (const after of layouts.slice(1)) {
    await page.goForward()
    await expect.poll(() => layout(page)).toBe(after)
  }
})

/** Headings from left to right, the focused pane's in brackets. */
async function layout(page: Page): Promise<string> {
  return page.locator('section[aria-labelledby]:has(> header h1)').evaluateAll((panes) =>
    panes
      .map((pane) => {
        const text = pane.querySelector('h1')?.textContent ?? ''
        return pane.getAttribute('data-focused') === 'true' ? `[${text}]` : text
      })
      .join(' '),
  )
}

async function settled(page: Page): Promise<string> {
  let before = ''
  await expect
    .poll(async () => {
      const now = await layout(page)
      const isSettled = now === before
      before = now
      return isSettled
    })
    .toBe(true)
  return before
}

test('opens the four panes of a pasted URL and ignores hostile parts', async ({ page }) => {
  const beside = ['/variables/MOOD_HIGH_EVER', '|', '/cohorts', '/variable-sets']
  const query = beside.map((value) => `beside=${encodeURIComponent(value)}`).join('&')
  await signInAt(page, `${product.url}/variables/all?q=sad&${query}`)
  await expect.poll(() => headings(page)).toEqual(['MOOD_HIGH_EVER', 'Variables Catalog', 'Cohorts', 'Variable Sets'])
  await expectTitle(page, 'Variables Catalog')

  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const hostile = [
    'javascript:alert(1)',
    '//elsewhere.example/',
    'https://elsewhere.example/',
    '/\\elsewhere.example',
    '/variables/<img src=x onerror=alert(1)>',
    '/nowhere',
    '/codebooks/a.pdf',
    '%00',
  ]
  await page.goto(`${product.url}/cohorts?${hostile.map((value) => `beside=${encodeURIComponent(value)}`).join('&')}`)
  await expectTitle(page, 'Cohorts')
  await expect(page.getByRole('treegrid', { name: 'Cohorts' })).toBeVisible()
  const [first, ...others] = await headings(page)
  expect(first).toBe('Cohorts')
  // A name with markup is shown as text.
  expect(others).toEqual(['<img src=x onerror=alert(1)>'])
  expect(dialogs).toEqual([])
  expect(requests.filter((url) => !url.startsWith(product.url))).toEqual([])
})
