import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolationsInAnyColours } from '#tests/journeys/no-violations.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startFaultProxy, type FaultProxy } from '#tests/support/fault-proxy.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct
let proxy: FaultProxy
let injected = 0

test.beforeAll(async () => {
  product = await startProduct()
})
test.afterAll(async () => {
  await product.stop()
  console.log(`Injected faults: ${injected}; no input or saved data was lost, and no change was saved twice`)
})
test.beforeEach(async () => {
  proxy = await startFaultProxy(product.url)
})
test.afterEach(async () => {
  injected += proxy.injected()
  await proxy.stop()
})

const BANNER = 'No connection to the server.'

/** The number of things with this name, from the API. */
async function countOf(page: Page, kind: 'cohort' | 'project' | 'variableset', name: string): Promise<number> {
  const answer = await page.request.get(`${product.url}/api/v0/${kind}/info`)
  const things: { name: string }[] = (await answer.json())[`${kind}s`]
  return things.filter((thing) => thing.name === name).length
}

async function defineSubset(page: Page, name: string): Promise<void> {
  await expectTitle(page, 'New Subset')
  await tabTo(page, 'Value')
  await type(page, '60')
  await press(page, '$mod+Enter')
  await expect(page.getByRole('region', { name: 'Collection' })).toBeVisible()
  await tabTo(page, 'Name')
  await type(page, name)
}

async function logInAgain(page: Page): Promise<void> {
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
  await type(page, 'researcher')
  await press(page, 'Tab')
  await type(page, 'demo')
  await press(page, 'Enter')
  await expect(page.getByLabel('Username')).toBeHidden()
}

test('reports an unreachable server, queues changes and sends them once when it returns', async ({ page, context }) => {
  await signInAt(page, `${proxy.url}/cohorts/subset?variable=MOOD_RATING_NOW`)
  await defineSubset(page, 'Kept cohort')
  await proxy.down()
  await press(page, '$mod+s')
  await expect(page.getByText(BANNER)).toBeVisible()
  await expect(page.getByText('1 change will be sent when the server responds.')).toBeVisible()
  await expectNoViolationsInAnyColours(page)
  // Cancelled: the draft remains.
  await tabTo(page, 'Cancel changes', 60)
  await press(page, 'Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Check whether the change was saved' })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Kept cohort')
  await press(page, '$mod+s')
  await expect(page.getByText('1 change will be sent when the server responds.')).toBeVisible()
  await proxy.up()
  await tabTo(page, 'Try now', 60)
  await press(page, 'Enter')
  await expectTitle(page, 'Kept cohort')
  await expect(page.getByText(BANNER)).toBeHidden()
  expect(await countOf(page, 'cohort', 'Kept cohort')).toBe(1)

  // A lost response: the project exists once.
  proxy.inject(/^POST .project.new/, 'lose', 2)
  await press(page, 'n j')
  await expectTitle(page, 'New Project')
  await tabTo(page, 'Name')
  await type(page, 'Kept project')
  await press(page, '$mod+s')
  await expectTitle(page, 'Kept project')
  expect(await countOf(page, 'project', 'Kept project')).toBe(1)

  // All responses lost until a reload: the draft remains, and its idempotency key saves it once.
  proxy.inject(/^POST .variableset.new/, 'lose')
  await press(page, 'n v')
  await expectTitle(page, 'New Variable Set')
  await tabTo(page, 'Add a variable')
  await type(page, 'MOOD_RATING_NOW')
  await expect(page.getByRole('option', { name: 'MOOD_RATING_NOW' }).first()).toBeVisible()
  await press(page, 'Enter')
  await expect(page.getByRole('table', { name: 'Variables of the set' })).toContainText('MOOD_RATING_NOW')
  await tabTo(page, 'Name', 5, 'Shift+Tab')
  await type(page, 'Saved anew')
  await press(page, '$mod+s')
  await expect(page.getByRole('alert').filter({ hasText: 'Check whether the change was saved' })).toBeVisible()
  proxy.clear()
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Saved anew')
  await press(page, '$mod+s')
  await expectTitle(page, 'Saved anew')
  expect(await countOf(page, 'variableset', 'Saved anew')).toBe(1)

  await context.setOffline(true)
  await expect(page.getByText(BANNER)).toBeVisible()
  await press(page, 'g s')
  await expectTitle(page, 'Variable Sets')
  await context.setOffline(false)
  await expect(page.getByText(BANNER)).toBeHidden()
  await press(page, 'g c')
  await expect(page.getByText('All Individuals').first()).toBeVisible()
})

test('reports the result of a delayed change and keeps the page that the user went to', async ({ page }) => {
  await signInAt(page, `${proxy.url}/cohorts/subset?variable=MOOD_RATING_NOW`)
  await defineSubset(page, 'Saved late')
  await proxy.down()
  await press(page, '$mod+s')
  await expect(page.getByText('1 change will be sent when the server responds.')).toBeVisible()
  await press(page, 'Escape')
  await press(page, 'g l')
  await expectTitle(page, 'Download Data')
  await proxy.up()
  await page.getByRole('button', { name: 'Try now' }).focus()
  await press(page, 'Enter')
  await expect(page.getByText('Cohort “Saved late” saved.')).toBeVisible()
  await expectTitle(page, 'Download Data')
  expect(await countOf(page, 'cohort', 'Saved late')).toBe(1)

  // Shown in the requesting pane; the focused pane is unchanged.
  await page.goto(`${proxy.url}/cohorts/subset?variable=MOOD_RATING_NOW`)
  await defineSubset(page, 'Saved beside')
  await proxy.down()
  await press(page, '$mod+s')
  await expect(page.getByText('1 change will be sent when the server responds.')).toBeVisible()
  await press(page, 'Escape')
  await page
    .getByRole('link', { name: 'Download Data' })
    .first()
    .click({ modifiers: ['Shift'] })
  await expectTitle(page, 'Download Data')
  await proxy.up()
  await page.getByRole('button', { name: 'Try now' }).focus()
  await press(page, 'Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Saved beside' })).toBeVisible()
  await expectTitle(page, 'Download Data')
})

test('reports slow, failed and unreadable responses in place with a retry, and keeps the input after a 401', async ({
  page,
}) => {
  await signInAt(page, `${proxy.url}/cohorts/subset?variable=MOOD_RATING_NOW`)
  await expectTitle(page, 'New Subset')
  proxy.inject(/^POST .cohort.preview/, { answer: 500, body: '{"message":"Something went wrong."}' })
  await tabTo(page, 'Value')
  await type(page, '60')
  await press(page, '$mod+Enter')
  // Both have failed: Apply is a retry only after a failure.
  for (const name of ['Live result', 'Summary']) {
    await expect(page.getByRole('region', { name }).getByRole('alert')).toContainText('Something went wrong.')
  }
  proxy.clear()
  await press(page, '$mod+Enter')
  await expect(page.getByRole('region', { name: 'Collection' })).toBeVisible()
  await tabTo(page, 'Name')
  await type(page, 'After a login')
  proxy.inject(/^POST .cohort.new/, { answer: 401, body: '{"message":"Please log in."}' }, 1)
  await press(page, '$mod+s')
  await logInAgain(page)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('After a login')
  await press(page, '$mod+s')
  await expectTitle(page, 'After a login')
  expect(await countOf(page, 'cohort', 'After a login')).toBe(1)

  // The login hides a dialog, which returns with its input.
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible()
  await press(page, 'e')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.getByLabel('Description').fill('Typed before the session ended.')
  proxy.inject(/^POST .cohort.edit/, { answer: 401, body: '{}' }, 1)
  await press(page, '$mod+s')
  await logInAgain(page)
  await expect(page.getByLabel('Description')).toHaveValue('Typed before the session ended.')
  await page.getByRole('button', { name: 'Save' }).focus()
  await press(page, 'Enter')
  await expect(page.getByText('Changes saved.')).toBeVisible()

  proxy.inject(/^GET .variableset.info/, { answer: 200, body: '{"variablesets": [{' }, 1)
  await press(page, 'g s')
  await expect(page.getByRole('alert')).toContainText('The response of the server could not be read.')
  await tabTo(page, 'Try again', 60)
  await press(page, 'Enter')
  await expect(page.getByRole('link', { name: 'Mood, sleep and background' })).toBeVisible()

  // A slow server is reported, and the response still arrives.
  const slow = page.getByText('The server responds slowly.')
  proxy.inject(/^GET .construct.list/, 'hold')
  await press(page, 'g x')
  await expectTitle(page, 'Custom Variables')
  await expect(page.getByRole('status').filter({ hasText: 'Loading' }).first()).toBeVisible()
  await expect(slow).toBeVisible()
  await expect(page.getByText('1 request is waiting.')).toBeVisible()
  await expectNoViolationsInAnyColours(page)
  proxy.clear()
  await expect(page.getByText('This project has no custom variables yet.')).toBeVisible()
  await expect(slow).toBeHidden()
  await page.reload()
  await expectTitle(page, 'Custom Variables')
  proxy.inject(/^GET .cohort.info/, 'cut')
  await press(page, 'g c')
  await expect(page.getByRole('alert')).toContainText('No answer from the server.')
  proxy.clear()
  await tabTo(page, 'Try again', 60)
  await press(page, 'Enter')
  await expect(page.getByText('All Individuals').first()).toBeVisible()
})

test('handles two tabs with two projects, and clock changes in both directions', async ({ page, context }) => {
  await page.clock.install()
  await signInAt(page, `${proxy.url}/variable-sets/new`)
  await expectTitle(page, 'New Variable Set')
  await tabTo(page, 'Name', 5, 'Shift+Tab')
  await type(page, 'Of the first tab')
  const other = await context.newPage()
  await other.goto(`${proxy.url}/projects/new`)
  await expectTitle(other, 'New Project')
  await tabTo(other, 'Name')
  await type(other, 'Of the second tab')
  await press(other, '$mod+s')
  await expectTitle(other, 'Of the second tab')
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByText(/Of the second tab/).first()).toBeVisible()

  await page.clock.setSystemTime(Date.now() + 3 * 60 * 60 * 1000)
  await page.clock.runFor(3_000)
  await page.clock.setSystemTime(Date.now() - 5 * 60 * 60 * 1000)
  await page.clock.runFor(3_000)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Of the first tab')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await tabTo(page, 'Cohorts', 80)
  await press(page, 'Enter')
  await expect(page.getByText('All Individuals').first()).toBeVisible()
})
