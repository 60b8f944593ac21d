import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, type } from '#tests/journeys/keyboard.ts'
import { doMainJob } from '#tests/journeys/main-job.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startLoginElsewhere, type LoginElsewhere } from '#tests/support/login-elsewhere.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

/** A back end without extensions, a front end over it, and one with an external login page. */
let backEnd: RunningProduct
let front: RunningProduct
let institution: LoginElsewhere
let frontOfInstitution: RunningProduct

test.beforeAll(async () => {
  backEnd = await startProduct({ environment: { CAPABILITIES: 'none' } })
  front = await startProduct({ environment: { API_URL: backEnd.url } })
  institution = await startLoginElsewhere(backEnd.url, 'researcher', 'demo')
  frontOfInstitution = await startProduct({
    environment: { API_URL: backEnd.url, EXTERNAL_AUTH_URL: institution.address },
  })
})

test.afterAll(async () => {
  institution.stop()
  await Promise.all([frontOfInstitution.stop(), front.stop()])
  await backEnd.stop()
})

test('completes the main task with a plain remote back end and creates no local database', async ({ page }) => {
  const file = await doMainJob(page, {
    url: front.url,
    username: 'researcher',
    password: 'demo',
    search: 'mood_high_ever',
    variable: 'MOOD_HIGH_EVER',
    value: '1',
    second: 'MOOD_RATING_NOW',
    isPlain: true,
  })
  const [header, ...rows] = file.trimEnd().split('\r\n')
  expect(header).toBe('individual_id,family_id,collection,study_id,consent,dx_nimh,MOOD_HIGH_EVER,MOOD_RATING_NOW')
  expect(new Set(rows.map((row) => row.split(',')[6]))).toEqual(new Set(['1']))
  expect(existsSync(join(front.dataFolder, 'diver.duckdb'))).toBe(false)
})

test('hides features of our own back end, and every screen works without them', async ({ page }) => {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  await signInAt(page, `${front.url}/cohorts/subset?variable=MOOD_HIGH_EVER`)
  await page.getByLabel('Value').selectOption('1')
  await expect(page.getByRole('region', { name: 'Live result' })).toContainText('individuals')
  await expect(page.getByText('No record', { exact: true })).toBeHidden()
  for (const [path, title] of [
    ['/', 'Dashboard'],
    ['/variables/all?q=mood', 'Variables Catalog'],
    ['/variables/MOOD_HIGH_EVER', 'MOOD_HIGH_EVER'],
    ['/clinical-constructs/all', 'Custom Variables'],
    ['/cohorts', 'Cohorts'],
    ['/cohorts/1', 'All Individuals'],
    ['/variable-sets', 'Variable Sets'],
    ['/projects', 'Projects'],
  ] as const) {
    await page.goto(`${front.url}${path}`)
    await expectTitle(page, title)
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('alert')).toBeHidden()
  }
  expect(refused.filter((line) => !line.startsWith('401'))).toEqual([])

  await page.goto(`${front.url}/variables/MOOD_HIGH_EVER`)
  const codebook = page.getByRole('link', { name: /codebook|page/i }).first()
  const address = (await codebook.getAttribute('href')) ?? ''
  expect(address).toMatch(/^\/codebooks\/[^#]+#toolbar=0&page=\d+$/)
  const file = await page.request.get(`${front.url}${address.split('#')[0]}`)
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
  expect((await page.request.get(`${front.url}/guide/diver-guide.pdf`)).headers()['content-type']).toBe(
    'application/pdf',
  )
})

test('redirects to an external login and returns to the work in progress', async ({ page }) => {
  await page.goto(`${frontOfInstitution.url}/cohorts/subset?variable=MOOD_RATING_NOW`)
  await expect(page).toHaveTitle('Institution')
  await page.getByRole('link', { name: 'Go on' }).click()
  await expectTitle(page, 'New Subset')
  expect(new URL(page.url()).origin).toBe(frontOfInstitution.url)
  await page.getByRole('button', { name: 'researcher: account' }).click()
  await expect(page.getByRole('list', { name: 'Your collections' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log out' })).toBeHidden()
  await press(page, 'Escape')

  await page.getByLabel('Value').focus()
  await type(page, '6')
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  // A single key: the page may leave before a second one.
  await type(page, '0')
  await expect(page).toHaveTitle('Institution')
  await page.getByRole('link', { name: 'Go on' }).click()
  await expectTitle(page, 'New Subset')
  await expect(page.getByLabel('Value')).toHaveValue('60')
})

test('does not enter a redirect loop if the user returns without a session', async ({ page }) => {
  institution.letIn(false)
  await page.goto(frontOfInstitution.url)
  await expect(page).toHaveTitle('Institution')
  await page.getByRole('link', { name: 'Go on' }).click()
  await expect(page.getByText('The login page returned no session.')).toBeVisible()
  await expect(page.getByLabel('Password')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    institution.address.replace('{return}', encodeURIComponent(`${frontOfInstitution.url}/`)),
  )
  institution.letIn(true)
})
