import type { Locator } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolations } from '#tests/journeys/no-violations.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { builtFile } from '#tests/support/built-file.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('shows the specified message and a way back for unknown routes and ids', async ({ page }) => {
  await signInAt(page, `${product.url}/no/such/page`)
  await expectTitle(page, 'Page Not Found')
  await expect(page.getByText('The page you were looking for could not be found.')).toBeVisible()
  for (const [path, message, parentPage] of [
    ['/projects/99999', 'Unable to get project with id 99999.', 'Manage Projects'],
    ['/cohorts/99999', 'Could not get Cohort with id 99999.', 'Cohorts'],
    ['/cohorts/subset/abc', 'Could not get Cohort with id abc.', 'Cohorts'],
    ['/cohorts/subset/99999', 'Could not get Cohort with id 99999.', 'Cohorts'],
    ['/cohorts/compound/abc', 'Could not get Cohort with id abc.', 'Cohorts'],
    ['/cohorts/pedigrees/abc', 'Could not get Cohort with id abc.', 'Cohorts'],
    ['/variables/NO_SUCH_NAME', 'Unable to get Variable.', 'Variables Catalog'],
    ['/variable-sets/99999', 'Could not get Cohort with id 99999.', 'Variable Sets'],
  ] as const) {
    await page.goto(`${product.url}${path}`)
    // A cohort that has gone beside others is no alarm.
    const notice = page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: message })
    await expect(notice).toBeVisible()
    await expect(notice.getByRole('link', { name: parentPage })).toBeVisible()
  }
  await expectNoViolations(page)
  await page.goto(`${product.url}/no/such/page`)
  await page.getByRole('link', { name: 'Back to the dashboard' }).focus()
  await press(page, 'Enter')
  await expectTitle(page, 'Dashboard')
})

test('stops waiting for the code of a screen after two minutes and offers a reload', async ({ page }) => {
  await page.clock.install()
  let isSilent = true
  await page.route(builtFile('src/features/cohorts/screens/cohorts-screen.tsx'), async (route) => {
    if (!isSilent) await route.continue()
  })
  await signInAt(page, `${product.url}/cohorts`)
  await expect(page.getByRole('status').filter({ hasText: 'Loading' }).first()).toBeVisible()
  await page.clock.fastForward(105_000)
  await expect(page.getByRole('alert')).toBeHidden()
  await page.clock.fastForward(16_000)
  await expect(page.getByRole('alert')).toContainText('The code of this page could not be loaded.')
  await expectNoViolations(page)
  isSilent = false
  await page.getByRole('button', { name: 'Reload the page' }).focus()
  await press(page, 'Enter')
  await expect(page.getByText('All Individuals').first()).toBeVisible()
})

test('shows the account, the collections by name, the guide and the logout in the header', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts`)
  await page.getByRole('button', { name: 'Help' }).focus()
  await press(page, 'Enter')
  await expect(page.getByRole('link', { name: 'How To Use' })).toHaveAttribute('href', '/guide/diver-guide.pdf')
  const help = page.getByRole('link', { name: 'Help For This Page' })
  await expect(help).toHaveAttribute('target', '_blank')
  const before = (await help.getAttribute('href')) ?? ''
  await press(page, 'Escape')
  await press(page, 'g v')
  await expectTitle(page, 'Variables Catalog')
  await page.getByRole('button', { name: 'Help' }).focus()
  await press(page, 'Enter')
  await expect(help).not.toHaveAttribute('href', before)
  await expectNoViolations(page)
  await press(page, 'Escape')

  await page.getByRole('button', { name: 'researcher: account' }).focus()
  await press(page, 'Enter')
  await expect(page.getByRole('list', { name: 'Your collections' })).toContainText('Bipolar disorder (bp)')
  await expect(page.getByRole('link', { name: 'Apply for access' })).toHaveAttribute('href', '/help/access')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Log out' }).focus()
  await press(page, 'Enter')
  await expect(page.getByLabel('Username')).toBeFocused()

  await type(page, 'admin')
  await press(page, 'Tab')
  await type(page, 'demo')
  await press(page, 'Enter')
  await page.getByRole('button', { name: 'admin: account' }).focus()
  await expect(page.getByRole('button', { name: 'admin: account' })).toHaveText('admin · admin')
  await press(page, 'Enter')
  await expect(page.getByText('Admin: you may read all collections')).toBeVisible()
})

test('places toasts above the commands of a page and of a dialog, and shows the offline banner without a layout shift', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAt(page, `${product.url}/cohorts`)
  await page.getByRole('link', { name: 'High mood at some time' }).focus()
  await press(page, 'Enter')
  await expectTitle(page, 'High mood at some time')
  const edges = async (part: Locator) => {
    const { y = Number.NaN, height = Number.NaN } = (await part.boundingBox()) ?? {}
    return { top: y, bottom: y + height }
  }
  const title = page.getByRole('heading', { level: 1 })
  const notifications = page.getByRole('region', { name: /Notifications/ })
  await expect(notifications).toHaveAttribute('aria-live', 'polite')
  const toast = notifications.getByRole('listitem')
  await press(page, 'y')
  await expect(toast).toBeVisible()
  const download = page.getByRole('button', { name: 'Download this' })
  const roomBelow = async () => (await edges(download)).top - (await edges(toast)).bottom
  // Until the end of the animation.
  await expect.poll(roomBelow).toBeGreaterThan(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(roomBelow).toBeGreaterThan(0)
  await expect(toast).toBeInViewport({ ratio: 1 })
  const { x = Number.NaN, width = Number.NaN } = (await toast.boundingBox()) ?? {}
  expect(x + width).toBeGreaterThan(300)
  await expect(notifications).toHaveAttribute('aria-live', 'polite')

  // The first toast may be about to go.
  await press(page, 'y')
  await press(page, 'e')
  const dialog = page.getByRole('dialog')
  // A modal dialog hides the region from roles.
  const shown = page.locator('[data-sonner-toast][data-front=true]')
  await expect.poll(async () => (await edges(dialog)).top - (await edges(shown)).bottom).toBeGreaterThan(0)
  await press(page, 'Escape')
  await expect(dialog).toHaveCount(0)

  const panes = page.getByRole('main')
  const before = [await edges(title), await edges(panes)]
  // The browser reports offline slightly early.
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
  await context.setOffline(true)
  const banner = page.getByText('No connection to the server.')
  await expect(banner).toBeVisible()
  expect([await edges(title), await edges(panes)]).toEqual(before)
})

test('loads the names and the lineage of a cohort on a phone without a layout shift', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAt(page, `${product.url}/cohorts`)
  await page.getByRole('link', { name: 'High as well as low mood' }).focus()
  await press(page, 'Enter')
  await expectTitle(page, 'High as well as low mood')
  const cohortId = new URL(page.url()).pathname.split('/').pop() ?? ''
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    // The web font may follow the first paint: a word of the header is then a pixel narrower.
    const isSeen = (entry: PerformanceEntry) => 'value' in entry && Number(entry.value) >= 0.0005
    new PerformanceObserver((list) =>
      shifts.push(
        ...list
          .getEntries()
          .filter(isSeen)
          .map((entry) => JSON.stringify(entry)),
      ),
    ).observe({ type: 'layout-shift', buffered: true })
  })
  let isHolding = true
  const heldRequests: (() => Promise<void>)[] = []
  await page.route('**/api/v0/cohort/info*', (route) => {
    const isOwn = new URL(route.request().url()).searchParams.get('cohortid') === cohortId
    if (isOwn || !isHolding) return route.continue()
    heldRequests.push(() => route.continue())
    return undefined
  })
  let showPicture = () => {}
  const isPictureAllowed = new Promise<void>((resolve) => (showPicture = resolve))
  await page.route('**/api/v0/cohort/overlap*', async (route) => {
    await isPictureAllowed
    await route.continue()
  })
  await page.reload()
  await expect.poll(() => heldRequests.length).toBeGreaterThanOrEqual(2)
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  isHolding = false
  for (const release of heldRequests) await release()
  await expect(page.getByText('In High mood at some time and in Low mood at some time.').first()).toBeVisible()
  await expect(page.getByRole('figure', { name: /^Flow of/ })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Members by Diagnosis' })).toBeVisible()
  const picture = page.getByRole('figure', { name: 'High mood at some time and Low mood at some time' })
  await expect(picture).toContainText('In both…')
  showPicture()
  await expect(picture).toContainText(/In both.*: \d/)
  expect(await page.evaluate(() => ('shifts' in window ? window.shifts : null))).toEqual([])
})
