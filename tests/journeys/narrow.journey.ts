import type { Locator, Page } from '@playwright/test'
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
  const [, count = ''] = /([\d,]+)\s+[\d.]+%$/.exec((await answer.innerText()).trim()) ?? []
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
  await tabTo(page, 'Name', 5, 'Shift+Tab')
  await press(page, '$mod+a')
  await type(page, 'Moods again')
  await press(page, '$mod+s')
  await expectTitle(page, 'Moods again')
  await expect(page.getByText('MOOD_RATING_NOW').first()).toBeVisible()
  await tabTo(page, 'More actions', 60)
  await press(page, 'Enter')
  await page.getByRole('button', { name: 'Build a cohort of these' }).press('Enter')
  await expectTitle(page, 'Build by rules')
  await expect(page.locator('[data-row]').filter({ hasText: 'MOOD_RATING_NOW' }).first()).toBeVisible()
})

test('leads from a combination of compared cohorts to the cohort of its individuals', async ({ page }) => {
  await signInAt(page, product.url)
  const listed = await (await page.request.get(`${product.url}/api/v0/cohort/info`)).json()
  const { cohorts } = v.parse(Cohorts, listed)
  const [high, low] = ['High', 'Low'].map((word) => cohorts.find(({ name }) => name === `${word} mood at some time`))
  await page.goto(`${product.url}/cohorts/${high?.cohortid}?compare=${low?.cohortid}`)
  await page.getByText('Combinations as a table').press('Enter')
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

/** Text of the live counts of a builder: "812 of 2,129 individuals match". */
function liveCount(page: Page, count: string): Locator {
  return page.getByText(new RegExp(`^${count} of [\\d,]+ individuals? match`)).first()
}

/** The count in the name of a link to a new cohort. */
async function countIn(link: Locator): Promise<string> {
  const [, count = ''] = /: ([\d,]+), new cohort of these$/.exec((await link.textContent()) ?? '') ?? []
  expect(count).not.toBe('')
  return count
}

test.describe('a bar of a histogram', () => {
  for (const [variable, kind] of [
    ['INTERVIEW_AGE', 'whole numbers'],
    ['SLEEP_HOURS', 'fractions'],
  ] as const) {
    test(`of ${kind} leads to a cohort of exactly its individuals`, async ({ page }) => {
      await signInAt(page, `${product.url}/variables/${variable}`)
      const bars = page.getByRole('figure', { name: `Histogram of ${variable}` }).getByRole('link')
      await expect(bars.first()).toBeVisible()
      await expectNoViolations(page)
      const total = await bars.count()
      for (const place of [0, 3, total - 1]) {
        await page.goto(`${product.url}/variables/${variable}`)
        await expect(bars.first()).toBeVisible()
        await bars.first().focus()
        for (let step = 0; step < place; step++) await press(page, 'ArrowRight')
        const bar = bars.nth(place)
        await expect(bar).toBeFocused()
        const count = await countIn(bar)
        await press(page, 'Enter')
        await expect(page).toHaveTitle(/^(Build by rules|New Subset) \| DIVER$/)
        await expect(liveCount(page, count)).toBeVisible()
      }
    })
  }
})

test('a region of two circles and a step of a lineage lead to cohorts of their individuals', async ({ page }) => {
  await signInAt(page, product.url)
  const listed = await (await page.request.get(`${product.url}/api/v0/cohort/info`)).json()
  const { cohorts } = v.parse(Cohorts, listed)
  const both = cohorts.find(({ name }) => name === 'High as well as low mood')?.cohortid
  for (const words of ['Only in Low mood at some time', 'excluded at High as well as low mood']) {
    await page.goto(`${product.url}/cohorts/${both}`)
    const box = page
      .getByRole('figure', { name: /^Flow of/ })
      .getByRole('link')
      .first()
    // Until its width is known the flow is hidden, and takes no focus.
    await expect(box).toBeVisible()
    await box.focus()
    await expect(box).toBeFocused()
    await press(page, 't')
    const link = page.getByRole('link', { name: new RegExp(`^${words}: `) })
    await expect(link).toBeVisible()
    await expectNoViolations(page)
    const count = await countIn(link)
    await tabTo(page, `${words}: ${count}, new cohort of these`, 140)
    await press(page, 'Enter')
    await expectTitle(page, 'Build by rules')
    await expect(liveCount(page, count)).toBeVisible()
  }
})

test('a cell of the answers by cohort leads to the subset of that answer in that cohort', async ({ page }) => {
  await signInAt(page, product.url)
  const listed = await (await page.request.get(`${product.url}/api/v0/cohort/info`)).json()
  const { cohorts } = v.parse(Cohorts, listed)
  const low = cohorts.find(({ name }) => name === 'Low mood at some time')?.cohortid
  await page.goto(`${product.url}/variables/MOOD_HIGH_EVER?cohort=1,${low}`)
  const cells = page.getByRole('table', { name: 'Answers by cohort' }).getByRole('link')
  await expect(cells).toHaveCount(4)
  await expectNoViolations(page)
  await cells.first().focus()
  await press(page, 'ArrowDown ArrowRight')
  const cell = cells.nth(3)
  await expect(cell).toBeFocused()
  await expect(cell).toHaveAccessibleName(/ in Low mood at some time: /)
  const count = await countIn(cell)
  await press(page, 'Enter')
  await expectTitle(page, 'New Subset')
  await expect(page.getByRole('status').filter({ hasText: `${count} of ` })).toBeVisible()
})

test('adds rules to the rules builder in another pane, and opens one if there is none', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/INTERVIEW_AGE`)
  const bars = page.getByRole('figure', { name: 'Histogram of INTERVIEW_AGE' }).getByRole('link')
  await expect(bars.first()).toBeVisible()
  const count = await countIn(bars.nth(1))
  await bars.first().focus()
  await press(page, 'ArrowRight Tab')
  await expect(page.getByRole('button', { name: /^Add as a rule: INTERVIEW_AGE / }).nth(1)).toBeFocused()
  await press(page, 'Enter')
  await expectTitle(page, 'Build by rules')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(2)
  await expect(liveCount(page, count)).toBeVisible()

  await page
    .getByRole('link', { name: /, new cohort of these$/ })
    .last()
    .focus()
  await press(page, 'Tab Enter')
  await expect(page.getByText('Rule added.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(2)
  await expect(page.getByRole('treeitem').or(page.getByRole('row', { name: /INTERVIEW_AGE/ }))).not.toHaveCount(1)
  await expect(liveCount(page, count)).toBeHidden()
})

test('builds by six rules on a phone without scrolling sideways, the bar of Save in one line', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const rules = ['SLEEP_HOURS', 'INTERVIEW_AGE', 'MOOD_RATING_NOW'].flatMap((name) => [
    `${name} >= 0`,
    `${name} <= 150`,
  ])
  await signInAt(page, `${product.url}/cohorts/build?rules=${encodeURIComponent(rules.join(' and '))}`)
  await expect(page.getByRole('table', { name: 'Counts' })).toBeVisible()
  await expect(page.getByRole('figure', { name: /^Flow of/ })).toBeVisible()
  const sideways = await page.getByRole('heading', { name: 'Flow' }).evaluate((heading) => {
    const scrolled: string[] = []
    for (let box: Element | null = heading; box !== null; box = box.parentElement) {
      const scrolls = /auto|scroll/.test(getComputedStyle(box).overflowX)
      if (scrolls && box.scrollWidth > box.clientWidth) scrolled.push(box.className)
    }
    return scrolled
  })
  expect(sideways).toEqual([])
  const { height: barHeight } = (await page.locator('footer > *', { has: saveButton(page) }).boundingBox()) ?? {}
  expect(barHeight).toBeLessThan(64)
})

function saveButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Save', exact: true })
}
