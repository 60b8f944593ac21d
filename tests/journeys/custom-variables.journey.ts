import type { Locator, Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { chooseByLetters, expectTitle, press, signInByKeyboard, tabTo, type } from '#tests/journeys/keyboard.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('refuses a downcode of a dichotomous variable in the builder and sends no request', async ({ page }) => {
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 422) refused.push(response.url())
  })
  await signInAt(page, `${product.url}/clinical-constructs/downcode?variables=BEC1_REVIEW`)
  await expect(
    page
      .getByRole('alert')
      .getByText('BEC1_REVIEW is dichotomous: a downcode takes every variable but a dichotomous one.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await page.waitForLoadState('networkidle')
  expect(refused).toEqual([])
})

test('builds a downcode by keyboard alone, and its page shows the previewed counts', async ({ page }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await press(page, 'n d')
  await expectTitle(page, 'New Downcode')
  await choose(page, 'Variable', 'MOOD_RATING_NOW')

  // The first value is open, with the focus on its name.
  await expect(page.getByLabel('Value name')).toBeFocused()
  await type(page, 'low')
  await tabTo(page, 'Operator')
  await chooseByLetters(page, 'is less than')
  await press(page, 'Tab')
  await type(page, '40')
  // Enter closes the value and opens the next unfinished one.
  await press(page, 'Enter')
  await expect(page.getByRole('button', { name: /MOOD_RATING_NOW < 40.*low/ })).toBeVisible()
  await expect(page.getByLabel('Value name')).toBeFocused()
  await type(page, 'high')
  // Ctrl+S leads to the first open requirement, as its link does.
  await tabTo(page, 'Name')
  await press(page, '$mod+s')
  await expect(page.getByLabel('Operator')).toBeFocused()
  await tabTo(page, 'Value of everyone else')
  await chooseByLetters(page, 'high')
  const counts = page.getByRole('list', { name: 'Counts by value' })
  await expect(counts).toContainText('high, by default')

  // The suggested name suffices. Without a name its requirement links to the field.
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name).toHaveValue('MOOD_RATING_NOW_GROUPED')
  await expect(page.getByRole('list', { name: 'Required to save' })).toBeHidden()
  await tabTo(page, 'Name')
  await press(page, 'Delete')
  await expect(page.getByRole('list', { name: 'Required to save' }).getByRole('listitem')).toHaveText([
    'Name the variable.',
  ])
  await tabTo(page, 'Name the variable.', 5)
  await press(page, 'Enter')
  await expect(name).toBeFocused()
  // A server's refusal is shown at the field, and the input remains.
  await type(page, 'sex')
  await press(page, '$mod+s')
  await expect(
    page.getByRole('alert').getByText('A variable with this name already exists. Please choose a different name.'),
  ).toBeVisible()
  await press(page, '$mod+a')
  await type(page, 'MOOD_IN_TWO')
  const [low = 0, , byDefault = 0] = await countsOfDraft(page)
  const savings: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/construct/new')) savings.push(request.url())
  })
  await press(page, '$mod+s')
  await press(page, '$mod+s')

  await expectTitle(page, 'MOOD_IN_TWO')
  expect(savings).toHaveLength(1)
  expect(await answersOn(page)).toEqual(sorted([low, byDefault]))
  // In the order of the definition, not by size.
  await expect(page.getByRole('button', { name: 'By code', pressed: true })).toBeVisible()
  const values = page.getByRole('list', { name: 'Top answers' }).getByRole('listitem')
  await expect(values.first()).toContainText('low')
  expect(await counted(page, 'MOOD_RATING_NOW', 'LT', '40')).toBe(low)
})

test('combines the versions of a question by keyboard and saves the form of each value', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/MOOD_HIGH_EVER`)
  // The command does what the button does.
  await expect(page.getByRole('button', { name: 'Combine these 3' })).toBeVisible()
  await press(page, '$mod+k')
  await type(page, 'combine')
  await expect(page.getByRole('option').first()).toContainText('Combine versions of a question')
  await press(page, 'Enter')
  await expectTitle(page, 'Combine Many Variables')
  const sources = page.getByRole('table', { name: 'Source of each value' })
  const rows = sources.getByRole('row').filter({ hasText: 'MOOD_HIGH_EVER' })
  await expect(rows).toHaveCount(3)
  await expect(rows.first().getByRole('cell').last()).toHaveText(/^[\d,]+$/)
  const counts = await rows.evaluateAll((all) =>
    all.map((row) => Number(row.lastElementChild?.textContent?.replace(',', ''))),
  )
  await expect(
    page.getByRole('status').getByText(counts.reduce((sum, count) => sum + count, 0).toLocaleString('en')),
  ).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^Save the form of each value as/ })).toBeChecked()
  await press(page, '$mod+s')
  await expectTitle(page, 'MOOD_HIGH_EVER_COMBINED')
  await page.goto(`${product.url}/variables/MOOD_HIGH_EVER_COMBINED_SOURCE`)
  await expectTitle(page, 'MOOD_HIGH_EVER_COMBINED_SOURCE')
  await expect(page.getByText('lifetime_diagnostic_interview_2_0').first()).toBeVisible()
})

test('combines two variables by keyboard alone and announces each assignment', async ({ page }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await press(page, 'n t')
  await expectTitle(page, 'Combine Two Variables')
  await choose(page, 'Variable', 'MOOD_HIGH_EVER')
  await choose(page, 'Another variable', 'SEX')
  const grid = page.getByRole('grid', { name: 'Combinations of MOOD_HIGH_EVER and SEX' })
  await expect(grid).toBeVisible()
  // The legend of the table names the values.
  await tabTo(page, 'Name of value 1', 40, 'Shift+Tab')
  await type(page, 'yes')
  await tabTo(page, 'Name of value 2')
  await type(page, 'other')

  const focused = grid.locator('td:focus')
  await tabInto(page, focused)
  await press(page, '1')
  await expect(page.getByText('1 combination: yes')).toBeAttached()
  await expect(focused).toContainText('yes')
  await press(page, 'ArrowDown')
  await press(page, 'Enter')
  await expect(page.getByRole('dialog', { name: 'A value for 1 combination' })).toBeVisible()
  await type(page, 'oth')
  await expect(page.getByRole('option', { name: 'other' })).toBeVisible()
  await press(page, 'Enter')
  await expect(focused).toContainText('other')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(grid.getByRole('gridcell', { selected: true })).toHaveCount(2)
  await press(page, '2')
  await press(page, 'f')
  await expect(page.getByRole('dialog', { name: /^Fill \d+ open combinations with “other”\?$/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fill with “other”' })).toBeFocused()
  await press(page, 'Enter')
  await expect(page.getByText('All combinations have a value.')).toBeVisible()
  await press(page, '$mod+End')
  await expect(focused).toContainText('[UNK]')
  await press(page, '1')
  await expect(page.getByText('If both are missing, the value is [UNK].')).toBeAttached()

  await press(page, '$mod+z')
  await expect(page.getByText('All combinations have a value.')).toBeHidden()
  await press(page, '$mod+Shift+z')
  await expect(page.getByText('All combinations have a value.')).toBeVisible()
  await tabTo(page, 'Name')
  await type(page, 'HIGH_BY_SEX')
  await expect(page.getByRole('list', { name: 'Required to save' })).toBeHidden()
  const [yes = 0, other = 0] = await countsOfDraft(page)
  await press(page, '$mod+s')
  await expectTitle(page, 'HIGH_BY_SEX')
  expect(await answersOn(page)).toEqual(sorted([yes, other]))
  expect(await counted(page, 'HIGH_BY_SEX', 'EQ', 'yes')).toBe(yes)
})

test('combines many variables by keyboard alone, with a group, from JSON and from an existing variable', async ({
  page,
}) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await press(page, 'n m')
  await expectTitle(page, 'Combine Many Variables')
  await choose(page, 'Variable', 'MOOD_RATING_NOW')
  await choose(page, 'Another variable', 'MOOD_HIGH_EVER')
  await tabTo(page, 'Definition as JSON…')
  await press(page, 'Enter')
  const dialog = page.getByRole('dialog', { name: 'Definition as JSON' })
  await tabTo(page, 'Definition')
  await press(page, '$mod+a')
  await type(page, '{\n"name":}')
  await tabTo(page, 'Use this definition')
  await press(page, 'Enter')
  await expect(dialog.getByText(/^Line 2: Invalid JSON/)).toBeVisible()
  await tabTo(page, 'Definition')
  await press(page, '$mod+a')
  await page.keyboard.insertText(JSON.stringify(GIVEN, null, 1))
  await tabTo(page, 'Use this definition')
  await press(page, 'Enter')
  await expect(dialog.getByText('These variables are unknown.', { exact: false })).toBeVisible()
  await choose(page, /^Instead of THEIR_MOOD/, 'MOOD_HIGH_EVER')
  await tabTo(page, 'Use this definition')
  await press(page, 'Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('group', { name: 'Condition group' })).toBeVisible()

  const counts = page.getByRole('list', { name: 'Counts by value' })
  await expect(counts).toContainText('some')
  await expect(page.getByRole('region', { name: 'Warnings' })).toContainText('also match rest, but some has priority')
  const [some = 0, rest = 0] = await countsOfDraft(page)
  const unknown = await unknownOfDraft(page)
  await press(page, '$mod+s')
  await expectTitle(page, 'MOOD_GROUPED')
  expect(await answersOn(page)).toEqual(sorted([some, rest, unknown].filter((count) => count > 0)))
  expect(await counted(page, 'MOOD_GROUPED', 'EQ', 'some')).toBe(some)

  await tabTo(page, 'New variable from this')
  await press(page, 'Enter')
  await expectTitle(page, 'Combine Many Variables')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('MOOD_GROUPED_2')
  await expect(counts).toContainText('some')
  expect(await countsOfDraft(page)).toEqual(expect.arrayContaining([some, rest]))
  expect(await unknownOfDraft(page)).toBe(unknown)

  // A change aborts the running count: the response is delayed until then.
  await page.getByRole('button', { name: /some/ }).first().click()
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/construct/preview'))
  await page.route('**/construct/preview', () => undefined, { times: 1 })
  const asked = page.waitForRequest('**/construct/preview')
  await tabTo(page, 'From')
  await press(page, '$mod+a')
  await type(page, '1')
  await asked
  await type(page, '5')
  expect((await aborted).failure()?.errorText).toContain('ABORTED')
  await expect(page.getByRole('region', { name: 'Result' })).toHaveAttribute('aria-busy', 'false')

  await page.goto(`${product.url}/clinical-constructs/all`)
  const row = page.getByRole('row', { name: /^MOOD_GROUPED/ })
  await expect(row).toContainText('Many variables')
  await tabInto(page, page.locator('tbody tr:focus'))
  while ((await row.and(page.locator(':focus')).count()) === 0) await press(page, 'j')
  await page.keyboard.press('Shift+D')
  await expect(page.getByRole('textbox', { name: 'Type “MOOD_GROUPED” to confirm' })).toBeFocused()
  await type(page, 'MOOD_GROUPED')
  await press(page, 'Enter')
  await expect(row).toBeHidden()
})

const GIVEN = {
  name: 'MOOD_GROUPED',
  construct_type: 'multiple',
  defaultValue: '',
  description: '',
  variables: ['mood_rating_now', 'THEIR_MOOD'],
  values: [
    {
      name: 'some',
      definition: {
        relationship: 'AND',
        constraints: [
          { variable_name: 'mood_rating_now', constraint_type: 'BETWEEN', constraint_values: ['10', '60'] },
          {
            relationship: 'OR',
            constraints: [
              { variable_name: 'THEIR_MOOD', constraint_type: 'EQ', constraint_value: '1' },
              { variable_name: 'mood_rating_now', constraint_type: 'LT', constraint_value: '50' },
            ],
          },
        ],
      },
    },
    {
      name: 'rest',
      definition: {
        relationship: 'AND',
        constraints: [{ variable_name: 'mood_rating_now', constraint_type: 'GTE', constraint_value: '20' }],
      },
    },
  ],
}

async function choose(page: Page, label: string | RegExp, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label })
  await expect(box).toBeVisible()
  await tabInto(page, box.and(page.locator(':focus')))
  await type(page, name)
  await expect(page.getByRole('option', { name }).first()).toBeVisible()
  await press(page, 'Enter')
}

async function tabInto(page: Page, focused: Locator): Promise<void> {
  for (let step = 0; step < 60; step++) {
    if ((await focused.count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not reach the element.')
}

/** The counts on the new variable's page. */
async function answersOn(page: Page): Promise<number[]> {
  const answers = page.getByRole('list', { name: 'Top answers' })
  // While the picture of the bars loads, a list is hidden, and its texts have no spaces.
  await expect(async () => {
    const numbers = await numbersOf(answers.getByRole('listitem'))
    expect(numbers).not.toEqual([])
    expect(numbers).not.toContain(Number.NaN)
  }).toPass()
  return sorted(await numbersOf(answers.getByRole('listitem')))
}

/** An independent count of one condition. */
async function counted(page: Page, variable: string, operator: string, value: string): Promise<number> {
  const answer = await page.request.post(`${product.url}/api/v0/cohort/preview`, {
    data: { parent_id: 1, cohort_type: 'subset', variable, constraint_type: operator, constraint_value: value },
  })
  const body: { data: { count: number }[] } = await answer.json()
  return body.data.reduce((sum, { count }) => sum + count, 0)
}

/** Counts of the current draft; old ones stay dimmed until then. */
async function countsOfDraft(page: Page) {
  await expect(page.getByRole('region', { name: 'Result' })).toHaveAttribute('aria-busy', 'false')
  return numbersOf(page.getByRole('list', { name: 'Counts by value' }).getByRole('listitem'))
}

/** The individuals of the draft with [UNK]. */
async function unknownOfDraft(page: Page): Promise<number> {
  const whole = page.getByRole('figure', { name: 'All individuals' }).locator('div', { hasText: '[UNK]' })
  const [text = ''] = await whole.getByRole('definition').allInnerTexts()
  return Number(/^[\d,]+/.exec(text)?.[0].replaceAll(',', '') ?? Number.NaN)
}

/** The first number of each line after its label. */
async function numbersOf(items: Locator) {
  const texts = await items.allInnerTexts()
  return texts.map((text) => Number(/([\d,]+)\s+[\d.]+%$/.exec(text.trim())?.[1]?.replaceAll(',', '') ?? Number.NaN))
}

function sorted(numbers: readonly number[]): number[] {
  return [...numbers].toSorted((one, other) => one - other)
}

test('cut points make the values of a number at once', async ({ page }) => {
  await signInAt(page, `${product.url}/clinical-constructs/downcode?variables=INTERVIEW_AGE`)
  await expectTitle(page, 'New Downcode')
  await tabTo(page, 'Cut points (optional)', 60)
  await type(page, '30 30')
  await press(page, 'Enter')
  await expect(page.getByText('Enter numbers with commas between them, each once.')).toBeVisible()
  await press(page, '$mod+a')
  await type(page, '50, 30')
  await press(page, 'Enter')
  const values = page.getByRole('region', { name: 'Values' })
  await expect(
    values.getByRole('button', { name: /INTERVIEW_AGE ≥ 30 and INTERVIEW_AGE < 50 .*30_to_under_50/ }),
  ).toBeVisible()
  await expect(values.getByRole('button', { name: /under_30/ }).first()).toBeFocused()
  await press(page, '$mod+s')
  await expectTitle(page, 'INTERVIEW_AGE_GROUPED')
  await expect(page.getByRole('list', { name: 'Top answers' }).getByRole('listitem')).toHaveText([
    /under_30/,
    /30_to_under_50/,
    /50_or_more/,
  ])
})
