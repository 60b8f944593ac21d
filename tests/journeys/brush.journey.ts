import type { Locator, Page } from '@playwright/test'
import * as v from 'valibot'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolationsInAnyColours } from '#tests/journeys/no-violations.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

/** "299" of "INTERVIEW_AGE 32 to 59 selected, 299 individuals". */
async function selectedCount(page: Page): Promise<string> {
  const selected = page.getByRole('status').filter({ hasText: / selected, [\d,]+ individuals?/ })
  await expect(selected).toBeVisible()
  const [, count = ''] = / selected, ([\d,]+) individual/.exec(await selected.innerText()) ?? []
  return count
}

function liveCount(page: Page, count: string): Locator {
  return page.getByText(new RegExp(`^${count} of [\\d,]+ individuals? match`)).first()
}

function histogram(page: Page, variable: string): Locator {
  return page.getByRole('figure', { name: `Histogram of ${variable}` })
}

/** Drags from the middle of one bar to the middle of another. */
async function drag(page: Page, bars: Locator, from: number, to: number): Promise<void> {
  const box = await bars.boundingBox()
  if (box === null) throw new Error('There are no bars.')
  const step = box.width / (await bars.getByRole('listitem').count())
  const middle = box.y + box.height / 2
  await page.mouse.move(box.x + (from + 0.5) * step, middle)
  await page.mouse.down()
  await page.mouse.move(box.x + (to + 0.5) * step, middle, { steps: 4 })
  await page.mouse.up()
}

test('selects a range on a histogram by keyboard alone, and begins a subset of exactly its individuals', async ({
  page,
}) => {
  await signInAt(page, `${product.url}/variables/INTERVIEW_AGE`)
  const bars = histogram(page, 'INTERVIEW_AGE').getByRole('link')
  await expect(bars.first()).toBeVisible()
  await tabTo(page, (await bars.first().textContent()) ?? '', 60)
  await press(page, 'ArrowRight ArrowRight Shift+ArrowRight Shift+ArrowRight')
  const count = await selectedCount(page)
  await expectNoViolationsInAnyColours(page)
  // A plain arrow key selects nothing.
  await press(page, 'ArrowRight')
  await expect(page.getByRole('link', { name: 'New subset of these' })).toBeHidden()
  await press(page, 'Shift+ArrowLeft Shift+ArrowLeft Shift+ArrowLeft')
  await expect(page.getByRole('link', { name: 'New subset of these' })).toBeVisible()
  await press(page, 'Escape')
  await expect(page.getByRole('link', { name: 'New subset of these' })).toBeHidden()
  await press(page, 'Shift+ArrowRight Shift+ArrowRight')
  expect(await selectedCount(page)).toBe(count)
  await press(page, 'Enter')
  await expectTitle(page, 'New Subset')
  await expect(liveCount(page, count)).toBeVisible()
  await expect(page.getByLabel('Operator')).toHaveValue('BETWEEN')

  // In the builder the same keys change the condition.
  await tabTo(
    page,
    (await histogram(page, 'INTERVIEW_AGE').getByRole('button').first().getAttribute('aria-label')) ?? '',
  )
  await press(page, 'Shift+ArrowRight Shift+ArrowRight Shift+ArrowRight Enter')
  const next = await selectedCount(page)
  expect(next).not.toBe(count)
  await expect(liveCount(page, next)).toBeVisible()
  await expect(histogram(page, 'INTERVIEW_AGE').getByRole('button', { pressed: true })).toHaveCount(4)
  await expectNoViolationsInAnyColours(page)
  await tabTo(page, 'Name', 60)
  await press(page, '$mod+s')
  await expect(page.getByText(`${next} individual`).first()).toBeVisible()
})

for (const [variable, kind] of [
  ['INTERVIEW_AGE', 'whole numbers'],
  ['SLEEP_HOURS', 'fractions'],
] as const) {
  test(`a drag over ${kind} sets the condition of a subset, whose count is the sum of the bars`, async ({ page }) => {
    await signInAt(page, `${product.url}/cohorts/subset?variable=${variable}`)
    const bars = histogram(page, variable)
    await expect(bars).toBeVisible()
    const last = (await bars.getByRole('button').count()) - 1
    for (const [from, to] of [
      [3, 9],
      [8, 0],
      [5, last],
    ] as const) {
      await drag(page, bars.getByRole('list'), from, to)
      await expect(bars.getByRole('button', { pressed: true })).toHaveCount(Math.abs(to - from) + 1)
      const count = await selectedCount(page)
      await expect(liveCount(page, count)).toBeVisible()
    }
    await expect(bars.locator('[aria-pressed="mixed"]')).toHaveCount(0)
  })
}

test('a drag on a variable’s page adds its range as rules of a builder beside', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/SLEEP_HOURS`)
  const bars = histogram(page, 'SLEEP_HOURS')
  await expect(bars).toBeVisible()
  await drag(page, bars.getByRole('list'), 4, 9)
  const count = await selectedCount(page)
  await page.getByRole('button', { name: 'Add as a rule', exact: true }).click()
  await expectTitle(page, 'Build by rules')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(2)
  await expect(liveCount(page, count)).toBeVisible()
  // The drag was no click on a bar.
  await expect(page.getByRole('heading', { level: 1, name: 'SLEEP_HOURS' })).toBeVisible()
})

test('bars of a category set the condition of a rule', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts/build`)
  await expectTitle(page, 'Build by rules')
  await expect(page.getByLabel('Variable', { exact: true })).toBeVisible()
  await press(page, '/')
  await type(page, 'MOOD_HIGH_EVER')
  await expect(page.getByRole('option', { name: 'MOOD_HIGH_EVER' }).first()).toBeVisible()
  await press(page, 'Enter')
  const bars = page.getByRole('list', { name: 'Answers to MOOD_HIGH_EVER' })
  await expect(bars).toBeVisible()
  await tabTo(page, (await bars.getByRole('button').first().textContent()) ?? '')
  await press(page, 'ArrowDown Enter')
  await expect(bars.getByRole('button', { pressed: true })).toHaveCount(1)
  const [, count = ''] = /([\d,]+)\s+[\d.]+%$/.exec(await bars.getByRole('listitem').nth(1).innerText()) ?? []
  await expect(liveCount(page, count)).toBeVisible()
  await press(page, 'ArrowUp Enter')
  await expect(page.getByLabel('Operator')).toHaveValue('ANYOF')
  await expectNoViolationsInAnyColours(page)
})

test('a drag sets the condition of a value of a downcode', async ({ page }) => {
  await signInAt(page, `${product.url}/clinical-constructs/downcode?variables=INTERVIEW_AGE`)
  const bars = histogram(page, 'INTERVIEW_AGE')
  await expect(bars).toBeVisible()
  await drag(page, bars.getByRole('list'), 0, 3)
  const count = await selectedCount(page)
  await expect(
    page.getByRole('region', { name: 'Values' }).getByRole('button', { name: new RegExp(`between.*${count}$`) }),
  ).toBeVisible()
})

test('orders the bars of a category by code, kept for the next page', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/FIR1_STARTLE_KIN`)
  const bars = page.getByRole('list', { name: 'Top answers' }).getByRole('listitem')
  const codes = async () => (await bars.allInnerTexts()).map((text) => Number(/^\d+/.exec(text.trim())?.[0]))
  await expect(bars.first()).toBeVisible()
  const bySize = await codes()
  const byCode = bySize.toSorted((one, other) => one - other)
  expect(bySize).not.toEqual(byCode)
  await tabTo(page, 'Order: by code', 60)
  await press(page, 'Enter')
  await expect(page.getByRole('button', { name: 'Order: by code', pressed: true })).toBeFocused()
  await expect.poll(codes).toEqual(byCode)
  await expectNoViolationsInAnyColours(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Order: by code', pressed: true })).toBeVisible()
  await expect.poll(codes).toEqual(byCode)
  await page.getByRole('button', { name: 'Order: by code' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Order: by code', pressed: false })).toBeVisible()
  await expect.poll(codes).toEqual(bySize)
})

const Cohorts = v.object({ cohorts: v.array(v.object({ cohortid: v.number(), name: v.string() })) })

test('draws a cohort as shares over All Individuals, with both in the table', async ({ page }) => {
  await signInAt(page, product.url)
  const listed = await (await page.request.get(`${product.url}/api/v0/cohort/info`)).json()
  const low = v.parse(Cohorts, listed).cohorts.find(({ name }) => name === 'Low mood at some time')?.cohortid
  for (const variable of ['INTERVIEW_AGE', 'BIRTH_DATE']) {
    await page.goto(`${product.url}/variables/${variable}?cohort=${low}`)
    const picture = histogram(page, variable)
    await expect(picture).toHaveAccessibleName(/% of Low mood at some time, All Individuals as an outline$/)
    await expectNoViolationsInAnyColours(page)
    await page
      .getByRole('button', { name: /: picture$/ })
      .first()
      .focus()
    await press(page, 't')
    const table = page.getByRole('table', { name: `${variable}: Low mood at some time` })
    await expect(table.getByRole('columnheader')).toHaveText([
      variable,
      'Low mood at some time, n',
      '% of Low mood at some time',
      'All Individuals, n',
      '% of All Individuals',
    ])
    const percents = async (column: number) => {
      const texts = await table.locator(`td:nth-child(${column})`).allInnerTexts()
      return texts.reduce((sum, text) => sum + Number.parseFloat(text), 0)
    }
    expect(Math.abs((await percents(3)) - 100)).toBeLessThan(1)
    expect(Math.abs((await percents(5)) - 100)).toBeLessThan(1)
  }
  await page.goto(`${product.url}/variables/WEIGHT_SCALES?cohort=1,${low}`)
  await expect(page.getByRole('list', { name: 'Top answers' }).getByRole('listitem').first()).toContainText(
    /^0 · Never.*\d+\s*[\d.]+%\s*[\d.]+%$/,
  )
  await expect(page.locator('[data-tooltip^="Percent of"]')).toHaveText([
    '% of Low mood at some time',
    '% of All Individuals',
  ])
  await expectNoViolationsInAnyColours(page)
})
