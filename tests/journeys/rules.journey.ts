import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { chooseByLetters, expectTitle, press, signInByKeyboard, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolationsInAnyColours } from '#tests/journeys/no-violations.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

const SYMPTOM = 'RUNNING_REMARKS_EVER'
const MANIA = 'MOOD_HIGH_EVER'
const VERSIONED = 'ADOPTED'

test('builds a cohort of a symptom without mania in families with two affected, in at most 20 keys', async ({
  page,
}) => {
  const keys = countedKeys(page)
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await keys.press('n b')
  await expectTitle(page, 'Build by rules')
  await expect(page.getByRole('combobox', { name: 'Variable', exact: true })).toBeVisible()
  // Ctrl+S leads to the rule that is not complete.
  await press(page, 'Escape $mod+s')
  await expect(page.getByRole('combobox', { name: 'Variable', exact: true })).toBeFocused()
  await chooseRule(page, keys, SYMPTOM)
  await keys.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Variable', exact: true })).toBeFocused()

  // The group takes the blank rule in; Enter moves on to it.
  await keys.press('Alt+g')
  await expect(page.getByLabel('Match', { exact: true })).toBeFocused()
  await chooseByLetters(page, 'none')
  await keys.press('Enter')
  await chooseRule(page, keys, MANIA)
  await keys.press('Shift+Enter')
  await expect(page.getByRole('combobox', { name: 'Variable', exact: true })).toBeFocused()

  await keys.press('Alt+g Tab')
  await expect(page.getByLabel('About', { exact: true })).toBeFocused()
  await chooseByLetters(page, 'family')
  await keys.press('Enter')
  await chooseRule(page, keys, SYMPTOM)
  await keys.press('Escape')
  await expect(row(page, 'At least 2 family members match')).toBeVisible()

  const live = page.getByRole('region', { name: 'Live result' })
  await expect(live).toContainText(/of [\d,]+ individuals match/)
  await expect(row(page, 'None of')).toContainText(/None of\d/)
  await expect(page.getByText('Participants whose answer is missing do not match')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Count a missing answer as no match' })).toBeVisible()
  await expectNoViolationsInAnyColours(page)
  const matches = await matchesOf(page)
  const name = page.getByLabel('Name', { exact: true })
  while (!(await name.evaluate((field) => field === document.activeElement))) await keys.press('Tab')
  await type(page, 'Symptom without mania')

  await page.reload()
  await expect(row(page, 'At least 2 family members match')).toBeVisible()
  await expect(name).toHaveValue('Symptom without mania')
  await expect(live).toContainText(`${matches} of`)
  await keys.press('$mod+s')
  await expectTitle(page, 'Symptom without mania')
  await expect(page.getByRole('figure', { name: 'Split of the parent cohort' })).toContainText(/Match\s*[\d,]+/)
  await expect(page.getByText(`${matches} individual`).first()).toBeVisible()
  const definition = page.getByRole('region', { name: 'Definition' })
  await expect(
    definition
      .getByRole('listitem')
      .filter({ hasText: `${MANIA} = 1` })
      .last(),
  ).toBeVisible()
  await expect(definition).toContainText('At least 2 family members match any of')
  expect(keys.count()).toBeGreaterThan(10)
  expect(keys.count()).toBeLessThanOrEqual(20)
})

test('an empty rule or group stops Save, is named beside it and gets the focus', async ({ page }) => {
  const keys = countedKeys(page)
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await press(page, 'n b')
  await expectTitle(page, 'Build by rules')
  await expect(page.getByRole('combobox', { name: 'Variable', exact: true })).toBeFocused()
  await chooseRule(page, keys, MANIA)
  await press(page, 'Enter')
  await expect(page.getByRole('combobox', { name: 'Variable', exact: true })).toBeFocused()
  await tabTo(page, 'Name', 60)
  await type(page, 'Nothing dropped')
  await press(page, '$mod+s')
  await expect(page.getByRole('combobox', { name: 'Variable', exact: true })).toBeFocused()
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText(
    'A rule is empty: choose a variable, or remove it.',
  )
  await press(page, 'Escape Delete')
  await press(page, 'Alt+m')
  await press(page, '$mod+s')
  await expectTitle(page, 'Build by rules')
  await expect(page.getByText(/^A (rule|group) is empty: /).first()).toBeVisible()
})

test('makes rules of pasted names with the condition before, lists unknown names, and replaces the definition', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const keys = countedKeys(page)
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await press(page, 'n b')
  await expectTitle(page, 'Build by rules')
  await expect(page.getByRole('combobox', { name: 'Variable', exact: true })).toBeVisible()
  await press(page, '/ Alt+g')
  await expect(page.getByLabel('Match', { exact: true })).toBeFocused()
  await chooseByLetters(page, 'at least')
  await expect(page.getByLabel('Number of rules')).toHaveValue('2')
  await press(page, 'Enter')
  await chooseRule(page, keys, SYMPTOM)
  await press(page, 'Enter')
  await expect(page.getByRole('combobox', { name: 'Variable', exact: true })).toBeFocused()
  await page.evaluate(() => navigator.clipboard.writeText('ARGUING_EVER\nORDERS_EVER, NO_SUCH_NAME  MOOD_HIGH_EVER'))
  await press(page, '$mod+v')
  for (const name of [SYMPTOM, 'ARGUING_EVER', 'ORDERS_EVER', MANIA])
    await expect(row(page, `${name} is `)).toBeVisible()
  await expect(page.getByText('Unknown name:')).toBeVisible()
  await expect(page.getByText('NO_SUCH_NAME')).toBeVisible()
  await expect(row(page, 'At least 2 of')).toContainText(/At least 2 of\d/)
  await tabTo(page, 'Name', 60)
  await type(page, 'Two of four')
  await press(page, '$mod+s')
  await expectTitle(page, 'Two of four')

  await press(page, 'Shift+E')
  await expectTitle(page, 'Edit Two of four')
  const live = page.getByRole('region', { name: 'Live result' })
  await expect(live).toContainText('0 enter, 0 leave')
  const before = await matchesOf(page)
  await row(page, `${MANIA} is Yes`).focus()
  await press(page, 'Alt+o')
  await expect(live).toContainText(/0 enter, [1-9]\d* leave/)
  await press(page, 'ArrowUp Alt+ArrowUp $mod+z')
  const after = await matchesOf(page)
  expect(after).not.toBe(before)
  await expect(page.getByRole('button', { name: 'Replace…' })).not.toHaveAttribute('aria-disabled')
  await press(page, '$mod+s')
  const dialog = page.getByRole('dialog', { name: 'Replace “Two of four”?' })
  await expect(dialog.getByRole('listitem')).toHaveText([/^0 individuals enter$/, /leave$/, /stay$/])
  await expectNoViolationsInAnyColours(page)
  await tabTo(page, 'Replace cohort')
  await press(page, 'Enter')
  await expectTitle(page, 'Two of four')
  await expect(page.getByText(`${after} individual`).first()).toBeVisible()
})

test('replaces a cohort together with the cohorts that are built on it', async ({ page }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  const saved = async (draft: object) => {
    const answer = await page.request.post(`${product.url}/api/v0/cohort/new`, { data: draft })
    const made: { new_cohort_id: number } = await answer.json()
    return made.new_cohort_id
  }
  const subset = { cohort_type: 'subset', constraint_type: 'EQ', constraint_value: '1' }
  const parent = await saved({ ...subset, parent_id: 1, variable: MANIA, name: 'Mania' })
  await saved({ ...subset, parent_id: parent, variable: 'MOOD_LOW_EVER', name: 'Mania and low mood' })
  await page.goto(`${product.url}/cohorts/build/${parent}`)
  await expectTitle(page, 'Edit Mania')
  const live = page.getByRole('region', { name: 'Live result' })
  await expect(live).toContainText('0 enter, 0 leave')
  await row(page, `${MANIA} is Yes`).focus()
  await press(page, 'Enter')
  await expect(page.getByRole('combobox', { name: 'Variable', exact: true })).toBeFocused()
  await expect(page.getByLabel('If the answer is missing', { exact: true })).toHaveCount(0)
  await press(page, 'Alt+i')
  await expect(page.getByLabel('If the answer is missing', { exact: true })).toBeFocused()
  await chooseByLetters(page, 'counts as match')
  await expect(live).toContainText(/[1-9][\d,]* enter, 0 leave/)
  await expect(page.getByRole('button', { name: 'Replace…' })).not.toHaveAttribute('aria-disabled')
  await press(page, '$mod+s')
  const dialog = page.getByRole('dialog', { name: 'Replace “Mania”?' })
  await expect(dialog.getByText('1 dependant will be run again:')).toBeVisible()
  const change = dialog.getByRole('listitem').filter({ hasText: 'Mania and low mood, cohort' })
  await expect(change).toHaveText(/: [\d,]+ → [\d,]+ members$/)
  await expectNoViolationsInAnyColours(page)
  const [, after = ''] = /→ ([\d,]+)/.exec(await change.innerText()) ?? []
  await tabTo(page, 'Replace cohort')
  await press(page, 'Enter')
  await expectTitle(page, 'Mania')
  await press(page, 'g c')
  await expectTitle(page, 'Cohorts')
  await expect(page.getByRole('row').filter({ hasText: 'Mania and low mood' })).toContainText(after)
})

/** Presses keys and counts them; typed texts do not count. */
function countedKeys(page: Page) {
  let count = 0
  return {
    count: () => count,
    press: async (sequence: string) => {
      count += sequence.split(' ').length
      await press(page, sequence)
    },
  }
}

test('adds a rule of each kind by keys, and finds them in the palette', async ({ page }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await press(page, 'n b')
  await expectTitle(page, 'Build by rules')
  await expect(page.getByRole('combobox', { name: 'Variable', exact: true })).toBeFocused()
  await press(page, 'Alt+m')
  await expect(row(page, 'At least 2 family members match all of')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Variable', exact: true })).toBeFocused()
  await expect(page.getByText('A group about relatives decides')).toHaveCount(0)
  await press(page, 'Alt+c')
  await expect(page.getByLabel('Cohort', { exact: true })).toBeFocused()
  await press(page, 'Alt+x')
  await expect(page.getByLabel('Attribute', { exact: true })).toBeFocused()
  await press(page, 'Escape')
  await page.getByRole('heading', { level: 1 }).focus()
  // From the title to a field in the top group, and along its list.
  await press(page, 'Shift+A')
  await expect(page.getByRole('combobox', { name: 'Variable', exact: true })).toBeFocused()
  await expect(page.getByRole('option', { name: /^Family size/ })).toBeVisible()
  await expectNoViolationsInAnyColours(page)
  await press(page, 'ArrowUp')
  await expect(page.getByRole('option', { name: /^Group/ })).toHaveAttribute('data-highlighted')
  await press(page, 'Enter')
  await expect(page.getByLabel('Match', { exact: true })).toBeFocused()
  await expect(page.getByRole('button', { name: "Add to 'any of'" })).toBeVisible()
  await press(page, 'Alt+z')
  await expect(page.getByLabel('How many', { exact: true })).toBeFocused()
  await expect(row(page, 'Family of at least 4 members')).toContainText(/[1-9][\d,]*$/)
  await press(page, '$mod+k')
  await type(page, 'family')
  await expect(page.getByRole('option', { name: /^Add a rule, cohort, diagnosis, group or family/ })).toBeVisible()
  await press(page, 'Escape')
  await expectNoViolationsInAnyColours(page)
})

test('finds a saved cohort by its name, and excludes it by keyboard', async ({ page }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await press(page, 'n b')
  await expectTitle(page, 'Build by rules')
  await expect(page.getByRole('combobox', { name: 'Variable', exact: true })).toBeFocused()
  await type(page, 'High mood at some time')
  const cohort = page.getByRole('option', { name: /^High mood at some time/ })
  await expect(cohort).toBeVisible()
  await expect
    .poll(async () => {
      await press(page, 'ArrowDown')
      return cohort.getAttribute('data-highlighted')
    })
    .not.toBeNull()
  await press(page, 'Enter')
  await expect(page.getByLabel('Cohort', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Cohort', { exact: true })).toHaveValue('High mood at some time')
  await press(page, 'Tab')
  const membership = page.getByLabel('Membership', { exact: true })
  await expect(membership).toBeFocused()
  await expectNoViolationsInAnyColours(page)
  await press(page, 'ArrowDown')
  await expect(row(page, 'None of')).toContainText(/[1-9][\d,]*$/)
  await expect(membership).toBeFocused()
  await expect(membership).toHaveValue('not-in')
})

test('each word opens its field; rules are moved by keys, by the menu of their row, and by the mouse', async ({
  page,
}) => {
  await signInAt(
    page,
    `${product.url}/cohorts/build?where=${MANIA}*EQ*1&where=MOOD_LOW_EVER*EQ*1&where=${SYMPTOM}*VALID`,
  )
  const rules = page.locator('[data-row] [data-look=name]')
  await expect(rules).toHaveText([MANIA, 'MOOD_LOW_EVER', SYMPTOM])
  await row(page, `${MANIA} is Yes`).getByText('Yes', { exact: true }).click()
  await expect(page.getByLabel('Value', { exact: true })).toBeFocused()
  await row(page, `${SYMPTOM} was answered`).getByText('was answered', { exact: true }).click()
  await expect(page.getByLabel('Operator', { exact: true })).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'Variable', exact: true })).toHaveCount(1)
  await press(page, 'Escape Alt+ArrowUp')
  await expect(rules).toHaveText([MANIA, SYMPTOM, 'MOOD_LOW_EVER'])
  await page.getByRole('button', { name: /^Menu of MOOD_LOW_EVER/ }).click()
  await page.getByRole('button', { name: 'Move up', exact: true }).click()
  await expect(rules).toHaveText([MANIA, 'MOOD_LOW_EVER', SYMPTOM])
  await expect(row(page, 'MOOD_LOW_EVER is Yes')).toBeFocused()
  await page
    .getByTitle('Drag to move')
    .last()
    .dragTo(row(page, `${MANIA} is Yes`), { targetPosition: { x: 80, y: 4 } })
  await expect(rules).toHaveText([SYMPTOM, MANIA, 'MOOD_LOW_EVER'])
})

test('a group about the mother has no number, and one about relatives counts them', async ({ page }) => {
  const keys = countedKeys(page)
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await keys.press('n b')
  await expectTitle(page, 'Build by rules')
  await expect(page.getByRole('combobox', { name: 'Variable', exact: true })).toBeVisible()
  await keys.press('/')
  await expect(page.getByRole('combobox', { name: 'Variable', exact: true })).toBeFocused()
  await keys.press('Alt+g Tab')
  await expect(page.getByLabel('About', { exact: true })).toBeFocused()
  await chooseByLetters(page, 'the mother')
  await expect(page.getByLabel('Number of relatives')).toHaveCount(0)
  await keys.press('Enter')
  await chooseRule(page, keys, MANIA)
  await expect(row(page, 'The mother matches any of')).toContainText(/of\d/)
  await keys.press('Escape ArrowUp Enter')
  await tabTo(page, 'About')
  await chooseByLetters(page, 'first-degree')
  await tabTo(page, 'How many')
  await chooseByLetters(page, 'exactly')
  await tabTo(page, 'Number of relatives')
  await type(page, '1')
  await expect(row(page, 'Exactly 1 first-degree relative matches any of')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Live result' })).toContainText(/of [\d,]+ individuals match/)
  await expect(page.getByText('A group about relatives decides individuals without a record, too')).toBeVisible()
  await expectNoViolationsInAnyColours(page)
})

test('the rule after versions of a question stands beside them, and within them makes them a plain group', async ({
  page,
}) => {
  const keys = countedKeys(page)
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await press(page, 'n b')
  await expectTitle(page, 'Build by rules')
  await expect(page.getByRole('combobox', { name: 'Variable', exact: true })).toBeFocused()
  await chooseRule(page, keys, VERSIONED)
  const versions = page.getByRole('button', { name: /^Any of these \d/ })
  await versions.focus()
  await press(page, 'Enter')
  await expect(row(page, /Adopted.* · any of \d versions/)).toBeVisible()
  await expect(page.locator('[data-row][aria-expanded=true]')).toBeFocused()
  await expect(versions).toHaveCount(0)
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toHaveValue(/versions\)$/)
  await page.getByRole('button', { name: "Add to 'all of'" }).focus()
  await press(page, 'Enter')
  await expect(page.getByRole('combobox', { name: 'Variable', exact: true })).toBeFocused()
  await chooseRule(page, keys, 'SEX')
  await expect(name).toHaveValue(/versions\) and sex: /)

  await row(page, /Adopted.* · any of \d versions/).focus()
  await press(page, 'Enter')
  await page.getByRole('button', { name: "Add to 'any of the versions'" }).focus()
  await press(page, 'Enter')
  await expect(page.getByRole('combobox', { name: 'Variable', exact: true })).toBeFocused()
  await chooseRule(page, keys, 'MOOD_LOW_EVER')
  await expect(row(page, /Adopted.* · any of \d versions/)).toHaveCount(0)
  await expect(name).toHaveValue(/^\(Adopted: \w+ and others\) and sex: /)
})

/** In the field of the variable: chooses it, and the value 1. */
async function chooseRule(page: Page, keys: ReturnType<typeof countedKeys>, name: string): Promise<void> {
  await type(page, name)
  await expect(page.getByRole('option', { name }).first()).toBeVisible()
  await keys.press('Enter')
  await expect(page.getByLabel('Value', { exact: true })).toBeFocused()
  await chooseByLetters(page, '1')
}

/** The row that begins with these words. */
function row(page: Page, words: string | RegExp) {
  return page.locator('[data-row]').filter({ hasText: words }).first()
}

/** The live number, once it is current. */
async function matchesOf(page: Page): Promise<string> {
  const live = page.getByRole('region', { name: 'Live result' })
  await expect(live.locator('[aria-busy=true]')).toHaveCount(0)
  return /[\d,]+(?= of)/.exec(await live.innerText())?.[0] ?? ''
}
