import * as v from 'valibot'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolations } from '#tests/journeys/no-violations.ts'
import { makeSetByKeyboard, signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('leads from an answer to the subset of the individuals who gave it', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/MOOD_HIGH_EVER`)
  const answer = page.getByRole('list', { name: 'Top answers' }).getByRole('listitem').first()
  await expect(answer).toBeVisible()
  const [, count = ''] = /([\d,]+)\s+[\d.]+ %$/.exec((await answer.innerText()).trim()) ?? []
  expect(count).not.toBe('')
  await answer.getByRole('link', { name: /, new cohort of these$/ }).focus()
  await press(page, 'Enter')
  await expectTitle(page, 'New Subset')
  await expect(page.getByRole('status').filter({ hasText: `${count} of ` })).toBeVisible()
})

const Cohorts = v.object({ cohorts: v.array(v.object({ cohortid: v.number(), name: v.string() })) })

test('begins a variable set with the variables of another', async ({ page }) => {
  await signInAt(page, product.url)
  await makeSetByKeyboard(page, 'Moods')
  await press(page, '$mod+k')
  await type(page, 'duplicate a variable set')
  await expect(page.getByRole('option', { name: /^Duplicate a variable set/ }).first()).toBeVisible()
  await press(page, 'Enter')
  await expect(page.getByRole('option', { name: /^Moods/ }).first()).toBeVisible()
  await press(page, 'Enter')
  await expectTitle(page, 'New Variable Set')
  await expect(page.getByRole('status').filter({ hasText: /^1 variable$/ })).toBeVisible()
  await tabTo(page, 'Name')
  await press(page, '$mod+a')
  await type(page, 'Moods again')
  await press(page, '$mod+s')
  await expectTitle(page, 'Moods again')
  await expect(page.getByText('MOOD_RATING_NOW').first()).toBeVisible()
})

test('leads from a combination of compared cohorts to the cohort of its individuals', async ({ page }) => {
  await signInAt(page, product.url)
  const listed = await (await page.request.get(`${product.url}/api/v0/cohort/info`)).json()
  const { cohorts } = v.parse(Cohorts, listed)
  const [high, low] = ['High', 'Low'].map((word) => cohorts.find(({ name }) => name === `${word} mood at some time`))
  await page.goto(`${product.url}/cohorts/${high?.cohortid}?compare=${low?.cohortid}`)
  const overlap = page.getByRole('table', { name: 'Individuals by combination of cohorts' })
  const highAlone = overlap
    .getByRole('row')
    .filter({ has: page.getByLabel('not a member') })
    .first()
  await expect(highAlone).toBeVisible()
  const count = await highAlone.locator('td:nth-child(4)').innerText()
  await expectNoViolations(page)
  await highAlone.getByRole('link', { name: 'New cohort of these' }).focus()
  await press(page, 'Enter')
  await expectTitle(page, 'Build by rules')
  await expect(page.getByRole('region', { name: 'Live result' })).toContainText(count)
  await tabTo(page, 'Name', 60)
  await press(page, '$mod+s')
  await expect(page.getByText(`${count} individual`).first()).toBeVisible()
})
