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

test('opens the handbook in a pane, searches all its pages, and links to each section', async ({ page }) => {
  await signInAt(page, product.url)
  await press(page, 'h h')
  await expectTitle(page, 'Handbook')
  await expect(page.getByRole('article')).toHaveCount(0)
  await expectNoViolations(page)
  await tabTo(page, 'Use DIVER')
  await press(page, 'Enter')
  const first = page.getByRole('article', { name: 'Use DIVER' })
  await expect(first.getByRole('link', { name: 'by several rules' })).toHaveAttribute(
    'href',
    /diver-guide\.pdf#page=\d+$/,
  )
  await expectNoViolations(page)

  await press(page, '/')
  await type(page, 'backup key')
  await tabTo(page, 'Operate a server › Backup')
  await press(page, 'Enter')
  await expectTitle(page, 'Operate a server')
  await expect(page).toHaveURL(/\/help\/operate\?at=backup$/)
  await expect(page.getByRole('heading', { name: 'Backup', exact: true })).toBeInViewport()

  await press(page, '/')
  await type(page, 'audit')
  await press(page, 'ArrowDown ArrowDown ArrowUp')
  await expect(page.getByRole('list', { name: 'Sections found' }).getByRole('link').first()).toBeFocused()
  await press(page, 'Enter')
  await expect(page).toHaveURL(/\/help\/\w+/)
  await expect(page.getByRole('list', { name: 'Sections found' })).toHaveCount(0)

  await tabTo(page, 'Performance')
  await press(page, 'Enter')
  await expectTitle(page, 'Performance')
  await expect(page.getByRole('img', { name: 'How the figures grow with people and with variables' })).toHaveJSProperty(
    'complete',
    true,
  )
  await page
    .getByRole('navigation', { name: 'Previous and next page' })
    .getByRole('link', { name: 'Proof' })
    .press('Enter')
  await expectTitle(page, 'Proof')
  await page.goto(`${product.url}/help/nothing`)
  await expect(page.getByRole('link', { name: 'Back to the dashboard' })).toBeVisible()
})

test('reports a page that does not load, and loads it again', async ({ page }) => {
  await signInAt(page, `${product.url}/help/use`)
  await expect(page.getByRole('article', { name: 'Use DIVER' })).toBeVisible()
  await page.route('**/assets/**', (route) => route.abort())
  await tabTo(page, 'Performance')
  await press(page, 'Enter')
  await expect(page.getByRole('alert')).toContainText('The code of this page could not be loaded.')
  await page.unroute('**/assets/**')
  await tabTo(page, 'Reload the page')
  await press(page, 'Enter')
  await expect(page.getByRole('article', { name: 'Performance' })).toBeVisible()
})

test('drafts a request for access to the closed collections, and copies it by keyboard', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAt(page, `${product.url}/help/access`, 'newcomer')
  await tabTo(page, 'Purpose of the study')
  await type(page, 'Sleep in mania.')
  await tabTo(page, 'Members of the team who will work with the data')
  await type(page, 'Ada King')
  await page.getByRole('checkbox', { name: 'Bipolar disorder (bp)' }).focus()
  await press(page, 'Space')
  await expectNoViolations(page)
  // The draft stays while the user looks things up.
  await page.goto(product.url)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.goto(`${product.url}/help/access`)
  await tabTo(page, 'Copy access request')
  await press(page, 'Enter')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(
      /^To: .*\nAccount: .*newcomer.*\nCollections: Bipolar disorder \(bp\)\nPurpose of the study: Sleep in mania\.\nMembers .*: Ada King$/m,
    )
})
