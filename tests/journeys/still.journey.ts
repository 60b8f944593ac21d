import type { Page, Route } from '@playwright/test'
import * as v from 'valibot'
import { expect, test } from '#tests/journeys/journey.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { measure, recordShifts } from '#tests/screens/measure.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

/** A layout shift that readers notice. */
const SEEN = 0.01

const VARIABLES =
  'SEX,AGE_TODAY,SCHOOLING,MOOD_HIGH_EVER,MOOD_HIGH_AGE,MOOD_LOW_EVER,MOOD_LOW_AGE,MOOD_LOW_SIGNS,SLEEP_HOURS,INTERVIEW_AGE'

const Saved = v.object({ new_cohort_id: v.number() })

async function cohort(page: Page, name: string, variable_name: string): Promise<number> {
  const rule = { variable_name, constraint_type: 'EQ', constraint_value: '1' }
  const response = await page.request.post(`${product.url}/api/v0/cohort/rules/new`, {
    data: { parent_id: 1, name, rules: { version: 1, match: 'all', rules: [rule] } },
  })
  return v.parse(Saved, await response.json()).new_cohort_id
}

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

for (const window of WINDOWS) {
  test(`loads Table 1 in a window of ${window.width} pixels without moving a row, whichever response is first`, async ({
    page,
  }) => {
    await page.setViewportSize(window)
    await signInAt(page, product.url)
    const high = await cohort(page, `High ${window.width}`, 'MOOD_HIGH_EVER')
    const low = await cohort(page, `Low ${window.width}`, 'MOOD_LOW_EVER')
    await recordShifts(page)
    const held: Route[] = []
    await page.route('**/api/v0/cohort/describe', async (route) => {
      const isFirst = held.length === 0
      if (isFirst) held.push(route)
      else {
        await route.fulfill({ response: await route.fetch() })
        await held[0]?.continue()
      }
    })
    await page.goto(`${product.url}/cohorts/describe?cohorts=${high},${low}&variables=${VARIABLES}`)
    await expect(page.getByText(/^10 (variables|questions)/)).toBeVisible()
    await expect(page.getByRole('list', { name: 'Notes' })).toBeVisible()
    const { shift, shifted } = await measure(page)
    expect(shift, shifted).toBeLessThan(SEEN)
  })

  test(`loads a comparison in a window of ${window.width} pixels without moving a section`, async ({ page }) => {
    await page.setViewportSize(window)
    await signInAt(page, product.url)
    const high = await cohort(page, `High, compared ${window.width}`, 'MOOD_HIGH_EVER')
    const low = await cohort(page, `Low, compared ${window.width}`, 'MOOD_LOW_EVER')
    await recordShifts(page)
    await page.goto(`${product.url}/cohorts/${high}?compare=${low}`)
    await expect(page.getByRole('table', { name: 'Largest differences' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Diagnosis' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Definitions by rule' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
    const { shift, shifted } = await measure(page)
    expect(shift, shifted).toBeLessThan(SEEN)
  })
}
