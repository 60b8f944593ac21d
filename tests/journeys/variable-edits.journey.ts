import type { Page } from '@playwright/test'
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
