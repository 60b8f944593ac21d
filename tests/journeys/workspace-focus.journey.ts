import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, tabTo, type } from '#tests/journeys/keyboard.ts'
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
    const isOutlined = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
      outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1
    const shown = (node: Element, pseudo?: string) => {
      const style = getComputedStyle(node, pseudo)
      return isOutlined(style) || style.boxShadow !== 'none'
    }
    // A field without a frame of its own is outlined by the box that holds it.
    const framesOf = (node: Element | null, levels: number): Element[] =>
      node === null || levels === 0 ? [] : [node, ...framesOf(node.parentElement, levels - 1)]
    const frames = framesOf(element.parentElement, 3)
    const isShown =
      shown(element) ||
      shown(element, '::after') ||
      (element.parentElement !== null && shown(element.parentElement)) ||
      frames.some((frame) => isOutlined(getComputedStyle(frame)))
    return { name, problem: isShown ? null : 'shows no focus' }
  })
}

/** Tab goes to the first element next. */
function beginAtTheTop(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
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
    await beginAtTheTop(page)
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

for (const [path, name] of [
  ['/', null],
  ['/variables/all?q=mood', null],
  ['/cohorts/1?beside=%2Fvariables%2Fall%3Fq%3Dmood', null],
  ['/cohorts/subset', 'Variable'],
] as const) {
  test(`begins in the pane after login and reload: ${path}`, async ({ page }) => {
    const begin =
      name === null ? page.getByRole('heading', { level: 1 }).first() : page.getByLabel(name, { exact: true })
    await signInAt(page, `${product.url}${path}`)
    await expect(begin).toBeFocused()
    await page.reload()
    await expect(begin).toBeFocused()
  })
}

test('returns the focus to the pane after a palette that was opened while the page loaded', async ({ page }) => {
  await signInAt(page, product.url)
  let answer = () => {}
  const isOpened = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/v0/userinfo', async (route) => {
    await isOpened
    await route.continue()
  })
  await page.goto(`${product.url}/cohorts`, { waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await press(page, '$mod+k')
  answer()
  await expect(page.getByRole('combobox')).toBeFocused()
  await press(page, 'Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Cohorts' })).toBeFocused()
})

test('returns the focus to the field after a session that ended', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts/subset?variable=MOOD_HIGH_EVER&operator=VALID`)
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled()
  await tabTo(page, 'Save', 60)
  await page.context().clearCookies()
  await press(page, 'Enter')
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await type(page, 'researcher')
  await press(page, 'Tab')
  await type(page, 'demo')
  await press(page, 'Enter')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeFocused()
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
