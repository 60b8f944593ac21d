import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolations } from '#tests/journeys/no-violations.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})
test.afterAll(() => product.stop())

/** The longest possible project name. */
const LONG_NAME = 'Anxiety and mood in families 25.'

/** Parts of the header that overflow or leave the window. */
function clippedParts(page: Page): Promise<string[]> {
  return page.getByRole('banner').evaluate((header) => {
    const parts = [header, ...header.querySelectorAll<HTMLElement>('*:not([popover], [popover] *)')]
    const right = document.documentElement.clientWidth
    return parts
      .filter((part) => {
        const box = part.getBoundingClientRect()
        // Elements above the window or one pixel wide are for keyboards and screen readers.
        if (box.width <= 1 || box.bottom <= 0 || getComputedStyle(part).clipPath !== 'none') return false
        const isCut = part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline'
        return isCut || box.right > right + 0.5 || box.left < -0.5
      })
      .map((part) => `${part.tagName} ${part.textContent}`)
  })
}

for (const username of ['newcomer', 'researcher', 'admin']) {
  test(`${username}: clips no part of the header with a working set and a long project name`, async ({ page }) => {
    await signInAt(page, `${product.url}/projects/new`, username)
    await page.getByLabel('Name', { exact: true }).fill(LONG_NAME)
    await press(page, '$mod+s')
    await expectTitle(page, LONG_NAME)
    await press(page, 'g v')
    await expect(page.getByRole('grid', { name: 'Variables' })).toBeVisible()
    await press(page, '/')
    await type(page, 'mood')
    await expect(page.locator('[data-answers="mood"]')).toBeVisible()
    await press(page, 'ArrowDown')
    await press(page, 'a j a')
    const header = page.getByRole('banner')
    await expect(header.getByRole('button', { name: 'Working set: 2 variables' })).toBeVisible()
    await expect(header.getByRole('link', { name: LONG_NAME })).toBeVisible()
    const more = header.getByRole('button', { name: 'More pages' })
    await expect(more).toBeHidden()
    await expect.poll(() => clippedParts(page)).toEqual([])

    for (const width of [1280, 1024, 900, 600]) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => clippedParts(page), `${width} pixels`).toEqual([])
      expect(await header.getByRole('link', { name: 'Manage Projects' }).isVisible(), `${width} pixels`).toBe(
        !(await more.isVisible()),
      )
    }
    await more.focus()
    await press(page, 'Enter')
    await expect(header.getByRole('link', { name: 'Manage Projects' })).toBeVisible()
    await expectNoViolations(page)
    await header.getByRole('link', { name: 'Manage Projects' }).click()
    await expectTitle(page, 'Projects')
    await expect(header.getByRole('link', { name: 'Manage Projects' })).toBeHidden()

    // A telephone has all tasks in a bar at its bottom, and one row above.
    await page.setViewportSize({ width: 390, height: 800 })
    await expect(more).toBeHidden()
    await expect(header.getByRole('link', { name: 'Manage Projects' })).toBeHidden()
    expect((await header.boundingBox())?.height).toBeLessThan(50)
    await header.getByRole('button', { name: /account$/ }).click()
    await expect(header.getByRole('link', { name: 'Manage Projects' })).toBeVisible()
    await page.keyboard.press('Escape')
    const tasks = header.getByRole('navigation', { name: 'Tasks' })
    expect((await tasks.boundingBox())?.y).toBeGreaterThan(700)
    await expect.poll(() => clippedParts(page)).toEqual([])
    await tasks.getByRole('link', { name: 'Cohorts' }).click()
    await expectTitle(page, 'Cohorts')
  })
}

test('marks the section of a page, and hides the breadcrumb before it shortens the title', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts/1`)
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Cohorts' })).toHaveAttribute('aria-current', 'page')
  const title = page.getByRole('heading', { level: 1 })
  const trail = page.getByRole('list', { name: 'Above this page' })
  await page.goto(`${product.url}/variables/MOOD_HIGH_EVER?compare=INTERVIEW_AGE`)
  await expectTitle(page, 'MOOD_HIGH_EVER and 1 other')
  await expect(header.getByRole('link', { name: 'Variables Catalog' })).toHaveAttribute('aria-current', 'page')
  await page.goto(`${product.url}/variables/PSYCHOTIC_SIGNS`)
  await expect(header.getByRole('link', { name: 'Custom Variables' })).toHaveAttribute('aria-current', 'page')
  await expect(trail.getByRole('link')).toHaveText('Custom Variables')
  await page.goBack()
  await expect(header.getByRole('link', { name: 'Variables Catalog' })).toHaveAttribute('aria-current', 'page')
  const areSideBySide = async () => (await trail.boundingBox())?.y === (await title.boundingBox())?.y
  expect(await areSideBySide()).toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(areSideBySide).toBe(false)
  expect(await title.evaluate((heading) => heading.scrollWidth <= heading.clientWidth)).toBe(true)
  await trail.getByRole('link').focus()
  await expect.poll(areSideBySide).toBe(true)
})
