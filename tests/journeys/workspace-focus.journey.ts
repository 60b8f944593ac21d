import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press } from '#tests/journeys/keyboard.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

const SCREENS = [
  '/',
  '/variables/all?q=mood',
  '/variables/MOOD_HIGH_EVER',
  '/cohorts',
  '/cohorts/1',
  '/cohorts/subset?variable=MOOD_HIGH_EVER',
  '/cohorts/compound/1',
  '/cohorts/pedigrees/1',
  '/variable-sets',
  '/variable-sets/new',
  '/clinical-constructs/all',
  '/downloads/new',
  '/projects',
  '/help/api',
  '/cohorts/1?beside=%2Fvariables%2Fall%3Fq%3Dmood',
]

interface Focus {
  readonly name: string
  readonly problem: string | null
}

/** The focused element, and the reason why it is not visible, if any. */
function focusOf(page: Page): Promise<Focus | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!(element instanceof HTMLElement) || element === document.body) return null
    const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent.slice(0, 40)}`
    // A control drawn by its label has the label's position.
    const box = element.getBoundingClientRect()
    const isInView =
      box.width > 0 &&
      box.height > 0 &&
      box.bottom > 0 &&
      box.right > 0 &&
      box.top < innerHeight &&
      box.left < innerWidth
    if (!isInView) return { name, problem: `is out of view at ${Math.round(box.left)}, ${Math.round(box.top)}` }
    const shown = (node: Element, pseudo?: string) => {
      const style = getComputedStyle(node, pseudo)
      return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1) || style.boxShadow !== 'none'
    }
    const isShown =
      shown(element) || shown(element, '::after') || (element.parentElement && shown(element.parentElement))
    return { name, problem: isShown === true ? null : 'shows no focus' }
  })
}

test('keeps a visible focus in view while Tab moves through every screen', async ({ page }) => {
  test.setTimeout(300_000)
  await signInAt(page, product.url)
  const problems: string[] = []
  for (const path of SCREENS) {
    await page.goto(`${product.url}${path}`)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    let reached = 0
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press('Tab')
      const focus = await focusOf(page)
      if (focus === null) break
      reached += 1
      if (focus.problem !== null) problems.push(`${path}: ${focus.name} ${focus.problem}`)
    }
    expect(reached, path).toBeGreaterThan(5)
  }
  expect(problems).toEqual([])
})

test('keys typed while the page loads have their effect', async ({ page }) => {
  await signInAt(page, product.url)
  let answer = () => {}
  const areTyped = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/v0/userinfo', async (route) => {
    await areTyped
    await route.continue()
  })
  await page.goto(product.url, { waitUntil: 'domcontentloaded' })
  await page.keyboard.type('gv')
  answer()
  await expectTitle(page, 'Variables Catalog')
})

test('Tab leaves a toast, which returns the focus when it is closed', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAt(page, `${product.url}/cohorts/1`)
  const heading = page.getByRole('heading', { level: 1 })
  const close = page.getByRole('button', { name: 'Close toast' })
  await heading.focus()
  await press(page, 'y')
  await close.focus()
  await press(page, 'Shift+Tab')
  await press(page, 'Shift+Tab')
  const footer = page.getByRole('contentinfo')
  await expect(footer.locator(':focus')).toHaveCount(1)
  await heading.focus()
  await press(page, 'y')
  await close.first().focus()
  await press(page, 'Enter')
  await expect(heading).toBeFocused()
})
