import * as v from 'valibot'
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

test('describes two cohorts by a variable set by keyboard, and copies the table', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAt(page, product.url)
  await press(page, 'n 1')
  await expectTitle(page, 'Describe cohorts: Table 1')
  await expect(page.getByRole('combobox', { name: 'Add a cohort' })).toBeFocused()
  for (const name of ['High mood at some time', 'Low mood at some time']) {
    await tabTo(page, 'Add a cohort')
    await type(page, name)
    await expect(page.getByRole('option', { name }).first()).toBeVisible()
    await press(page, 'Enter')
    await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible()
  }
  await tabTo(page, 'Variable set')
  await type(page, 'Mood, sleep')
  await expect(page.getByRole('option', { name: /Mood, sleep/ }).first()).toBeVisible()
  await press(page, 'Enter')
  const table = page.getByRole('grid').or(page.getByRole('table')).first()
  await expect(table).toContainText('How old are you today?')
  await expect(page.getByText(/individuals are in both High mood/).first()).toBeVisible()
  await expectNoViolations(page)

  // The first column is the one that the others are compared with.
  const columnAt = (place: number) => page.getByRole('columnheader').nth(place)
  await expect(columnAt(1)).toContainText('High mood')
  await tabTo(page, 'Column High mood at some time')
  await press(page, 'Enter')
  await expect(page.getByRole('button', { name: 'Move right' })).toBeFocused()
  await press(page, 'Enter')
  await expect(columnAt(2)).toContainText('High mood')
  await expect(page.getByRole('button', { name: 'Column High mood at some time' })).toBeFocused()
  const moved = page.url()
  await page.reload()
  await expect(columnAt(1)).toContainText('Low mood')
  expect(page.url()).toBe(moved)

  await page.getByRole('heading', { level: 1 }).focus()
  await press(page, 'Shift+M')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('| How old are you today? mean (SD) |')
  await press(page, 'Shift+H')
  const html = () =>
    page.evaluate(async () => {
      const [item] = await navigator.clipboard.read()
      return item?.types.includes('text/html') ? (await item.getType('text/html')).text() : ''
    })
  await expect.poll(html).toContain('<table')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('How old are you today? mean (SD)\t')
  await press(page, 'Shift+L')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('How old are you today? mean (SD) &')

  await page.evaluate(() => {
    const refuse = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))
    Object.defineProperty(navigator, 'clipboard', { value: { write: refuse, writeText: refuse } })
  })
  await press(page, 'Shift+H')
  const refused = page.getByRole('dialog', { name: 'The browser did not allow copying' })
  await expect(refused.getByRole('textbox', { name: 'Text to copy' })).toBeFocused()
  await expect(refused.getByRole('textbox')).toHaveValue(/How old are you today\? mean \(SD\)\t/)
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('How old are you today? mean (SD)\t')
  await expectNoViolations(page)
  await press(page, 'Escape')
  await expect(refused).toHaveCount(0)
})

test('adds all other individuals as the second column, without a second cohort of the same members', async ({
  page,
}) => {
  await signInAt(page, product.url)
  await press(page, 'n 1')
  await expectTitle(page, 'Describe cohorts: Table 1')
  const chosen = page.getByRole('list', { name: 'Cohorts described' })
  const choose = async (name: string) => {
    await page.getByRole('combobox', { name: 'Add a cohort' }).focus()
    await type(page, name)
    await expect(page.getByRole('option', { name }).first()).toBeVisible()
    await press(page, 'Enter')
  }
  await choose('High mood at some time')
  await expect(chosen).toContainText('High mood at some time')
  await page.getByRole('combobox', { name: 'Add a cohort' }).focus()
  await type(page, 'High mood at some time')
  await expect(page.getByRole('option', { name: /^High mood at some time/ }).first()).toContainText(
    'This cohort is already chosen.',
  )
  await press(page, 'Escape')
  await tabTo(page, 'Add everyone else')
  await press(page, 'Enter')
  await expect(chosen.getByRole('link')).toHaveText(['High mood at some time', 'Not in High mood at some time'])
  await expect(page.getByRole('button', { name: 'Add everyone else' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Remove Not in High mood at some time' }).click()
  await expect(chosen.getByRole('link')).toHaveCount(1)
  await press(page, '$mod+k')
  await type(page, 'add everyone else')
  await expect(page.getByRole('option', { name: /^Add everyone else/ })).toBeVisible()
  await press(page, 'Enter')
  await expect(chosen.getByRole('link')).toHaveText(['High mood at some time', 'Not in High mood at some time'])
})

const Summary = v.object({ data: v.array(v.object({ dx_nimh: v.nullish(v.string()), count: v.number() })) })

test('the recorded diagnosis of the members is the first row by one box', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts/describe?cohorts=1&variables=AGE_TODAY`)
  const table = page.getByRole('grid', { name: 'Description' })
  await expect(table).toContainText('How old are you today?')
  await page.getByText('Options', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'Recorded diagnosis' }).check()
  await expect(page).toHaveURL(/diagnosis=yes/)
  const answer = await page.request.get(`${product.url}/api/v0/cohort/summary?cohortid=1`)
  const { data } = v.parse(Summary, await answer.json())
  const count = data.filter((row) => row.dx_nimh === 'Bipolar I disorder').reduce((sum, row) => sum + row.count, 0)
  await expect(table.getByRole('row').nth(1)).toContainText('Diagnosis')
  await expect(table.getByRole('row', { name: /Bipolar I disorder/ })).toContainText(`${count} (`)
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Diagnosis: The best-estimate diagnosis')
})

test('describes the selected cohorts by a new variable set, and downloads them, by keyboard', async ({ page }) => {
  await signInAt(page, product.url)
  await tabTo(page, 'Build by rules')
  await press(page, 'Enter')
  await expectTitle(page, 'Build by rules')
  await page.goto(`${product.url}/cohorts`)
  await page.getByRole('button', { name: 'New cohort' }).press('Enter')
  await expect(page.getByRole('group', { name: 'New cohort' }).getByRole('button')).toHaveCount(4)
  await press(page, 'Escape')
  const rows = page.getByRole('row').filter({ hasText: /^(High|Low) mood at some time/ })
  await expect(rows).toHaveCount(2)
  for (const row of await rows.all()) {
    await row.focus()
    await press(page, 'x')
  }
  await press(page, 'n 1')
  await expectTitle(page, 'Describe cohorts: Table 1')
  await expect(page).toHaveURL(/cohorts=\d+%2C\d+/)
  await expect(page.getByText('Choose a variable set.')).toBeVisible()
  // The page begins in its first empty field.
  await expect(page.getByRole('combobox', { name: 'Variable set' })).toBeFocused()
  await press(page, 'Escape')
  await press(page, 'n v')
  await expectTitle(page, 'New Variable Set')
  await tabTo(page, 'Add a variable')
  await type(page, 'MOOD_HIGH_EVER')
  await expect(page.getByRole('option', { name: 'MOOD_HIGH_EVER' }).first()).toBeVisible()
  await press(page, 'Enter')
  await expect(page.getByRole('button', { name: 'Remove MOOD_HIGH_EVER' })).toBeVisible()
  await press(page, '$mod+s')
  await expectTitle(page, 'Describe cohorts: Table 1')
  await expect(page).toHaveURL(/cohorts=\d+%2C\d+&set=\d+/)
  await expect(page.getByRole('grid').or(page.getByRole('table')).first()).toContainText('Have you ever felt so good')
  await page.getByRole('heading', { level: 1 }).focus()
  await press(page, 'g l')
  await expectTitle(page, 'Download Data')
  await expect(page).toHaveURL(/cohort=\d+&set=\d+/)
})

test('opens the versions of a question below its row by keyboard', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts/describe?cohorts=1&variables=DEM1_ADOPTED,SEX,ADOPTED,DEM2_ADOPTED`)
  await expect(page.getByText('2 questions with 4 variables')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await press(page, 'j')
  await expect(page.getByRole('row', { name: /Were you adopted\?.*3 versions/ })).toBeFocused()
  await press(page, 'z')
  await expect(page.getByRole('button', { name: '3 versions' })).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('row', { name: /^Person and Household 1/ })).toBeVisible()
  await expectNoViolations(page)
  await press(page, 'z')
  await expect(page.getByRole('row', { name: /^Person and Household 1/ })).toHaveCount(0)
  // One choice shows all versions as rows of their own.
  await tabTo(page, 'Options')
  await press(page, 'Enter')
  await tabTo(page, 'Versions of a question as one row')
  await press(page, 'Space')
  await expect(page.getByText('4 variables', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Were you adopted\?.*Person and Household 1/ })).toBeVisible()
  await expect(page).toHaveURL(/versions=apart/)
})

test('the table begins below one line of controls, also on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAt(page, `${product.url}/cohorts/describe?cohorts=1&variables=DEM1_ADOPTED,SEX,ADOPTED`)
  await expect(page.getByText('2 questions with 3 variables')).toBeVisible()
  const head = await page.getByRole('columnheader', { name: 'Variable' }).boundingBox()
  expect(head?.y).toBeLessThan(260)
  await expect(page.getByRole('combobox', { name: 'Variable set' })).toBeHidden()
  await expectNoViolations(page)
})

test('joins the versions of a question, opens its missing answers by reason, and edits a label by keyboard', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAt(page, `${product.url}/cohorts/describe?cohorts=1&variables=ADOPTED`)
  await expect(page.getByRole('row', { name: /^Were you adopted\?.*1 of 3 versions/ })).toBeVisible()
  await page.getByRole('button', { name: 'Row Were you adopted?' }).click()
  await expect(page.getByRole('button', { name: 'Join all versions (1 of 3 versions)' })).toBeFocused()
  await press(page, 'Escape')
  const missing = page.getByRole('row', { name: /^Missing/ })
  const before = await missing.innerText()
  await page.getByRole('heading', { level: 1 }).focus()
  await press(page, 'k')
  await expect(page.getByRole('row', { name: /^Were you adopted/ })).toBeFocused()
  await press(page, 'Shift+Z')
  await expect(page.getByRole('button', { name: '3 versions', exact: true })).toBeVisible()
  await expect(missing).not.toHaveText(before)
  await expect(page).toHaveURL(/join=ADOPTED/)
  await expect(page.getByRole('row', { name: /^Were you adopted/ })).toBeFocused()

  for (const row of ['No', 'Yes', 'Missing']) {
    await press(page, 'j')
    await expect(page.getByRole('row', { name: new RegExp(`^${row}`) })).toBeFocused()
  }
  await press(page, 'z')
  await expect(page.getByRole('row', { name: /^No answer/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^No form/ })).toBeVisible()

  await press(page, 'k')
  await press(page, 'F2')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await type(page, 'Adopted')
  await press(page, 'Enter')
  await expect(page.getByRole('row', { name: /^Adopted/ })).toBeFocused()
  await expectNoViolations(page)
  await press(page, 'Shift+M')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\| (&nbsp;)+Adopted \|/m)
})

test('takes the versions of a definition as one row, and adds those that a set lacks to it', async ({ page }) => {
  await signInAt(page, product.url)
  const send = async (path: string, data: object) =>
    (await page.request.post(`${product.url}/api/v0${path}`, { data })).json()
  const versions = ['VOICES_EVER', 'LDI2_VOICES_EVER', 'LDI1_VOICES_EVER']
  const rules = versions.map((variable_name) => ({ variable_name, constraint_type: 'EQ', constraint_value: '1' }))
  const cohort = v.parse(
    v.object({ new_cohort_id: v.number() }),
    await send('/cohort/rules/new', {
      parent_id: 1,
      name: 'Voices in any version',
      rules: { version: 1, match: 'all', rules: [{ match: 'any', are_versions: true, rules }] },
    }),
  ).new_cohort_id
  const set = v.parse(
    v.object({ id: v.number() }),
    await send('/variableset/new', { name: 'One version', description: '', variables: ['VOICES_EVER'] }),
  ).id
  await page.goto(`${product.url}/cohorts/describe?cohorts=${cohort}`)
  await page.getByRole('button', { name: 'Use 1 question of the definition' }).press('Enter')
  await expect(page.getByRole('button', { name: '3 versions', exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Yes.*100\.0%/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Missing/ })).toHaveCount(0)

  await page.goto(`${product.url}/downloads/new?cohort=${cohort}&set=${set}`)
  await expect(page.getByText(/“One version” lacks 2 versions: LDI2_VOICES_EVER, LDI1_VOICES_EVER/)).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Add the other 2 versions to the set' }).press('Enter')
  await expect(page.getByText(/rows of 3 variables/)).toBeVisible()
  await expect(page.getByText(/lacks 2 versions/)).toHaveCount(0)
  const completeness = page.getByRole('region', { name: 'Completeness' })
  await expect(completeness).toContainText(/\(100\.0%\) have an answer to the question\./)
  await expect(completeness.getByRole('row', { name: /VOICES_EVER\s+3 versions/ })).toBeVisible()
})

test('shows the picture of a variable as a table by one key', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/MOOD_RATING_NOW`)
  await expect(page.getByText('Median', { exact: true })).toBeVisible()
  await page.getByRole('heading', { level: 1 }).focus()
  await press(page, 't')
  await expect(page.getByRole('table').first()).toBeVisible()
  await expectNoViolations(page)
})
