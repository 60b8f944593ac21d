import { expect, test } from '#tests/journeys/journey.ts'
import { doMainJob } from '#tests/journeys/main-job.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('leads from sign-in to a CSV of the synthetic data by keyboard alone', async ({ page }) => {
  const file = await doMainJob(page, {
    url: product.url,
    username: 'researcher',
    password: 'demo',
    search: 'mood_high_ever',
    variable: 'MOOD_HIGH_EVER',
    value: '1',
    second: 'MOOD_RATING_NOW',
  })
  const [header, ...rows] = file.trimEnd().split('\r\n')
  expect(header).toBe('individual_id,family_id,collection,study_id,consent,dx_nimh,MOOD_HIGH_EVER,MOOD_RATING_NOW')
  expect(rows.length).toBeGreaterThan(0)
  expect(new Set(rows.map((row) => row.split(',')[6]))).toEqual(new Set(['1']))
})
