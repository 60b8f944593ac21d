import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolationsInAnyColours } from '#tests/journeys/no-violations.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})
test.afterAll(() => product.stop())

const editor = (page: Page) => page.getByRole('textbox', { name: 'Study file' })
const changes = (page: Page) => page.getByRole('list', { name: 'Changes' }).getByRole('listitem')

async function runCommand(page: Page, title: string): Promise<void> {
  await press(page, 'Control+k')
  await type(page, title)
  await expect(page.getByRole('option', { name: title }).first()).toHaveAttribute('aria-selected', 'true')
  await press(page, 'Enter')
}

test('a project is written as a file, edited, planned, applied and undone by keyboard', async ({ page }) => {
  await signInAt(page, `${product.url}/projects`)
  await page.request.post(`${product.url}/api/v0/project/new`, { data: { name: 'Onset' } })
  await page.reload()
  await expectTitle(page, 'Projects')
  await runCommand(page, 'Study file')
  await expectTitle(page, 'Study file')
  await expect(editor(page)).toBeFocused()

  await type(page, '# Women')
  await press(page, 'Enter')
  await type(page, 'cohort "Women" = SEX = Femal')
  await expect(page.getByText('SEX has no value “Femal”: did you mean Female?')).toBeVisible()
  await type(page, 'e')
  await press(page, 'Escape')
  await press(page, 'Enter')
  await type(page, 'cohort "Their families" = pedigrees in "Women"')
  await expect(changes(page)).toHaveCount(2)
  await expect(changes(page).first()).toContainText(/New\s*Women\s*cohort\s*[\d,]+ individuals/)
  await expectNoViolationsInAnyColours(page)
  await press(page, 'Control+s')
  await expect(page.getByText('Applied: 2 changes.')).toBeVisible()
  await expect(page.getByText('2 declarations without a change.')).toBeVisible()

  // Beside the name, a condition of the first cohort: the second is run again.
  await press(page, 'Control+Home')
  await press(page, 'ArrowDown')
  await press(page, 'End')
  await type(page, ' and MOOD_HIGH_EVER = Yes ')
  await expect(changes(page)).toHaveCount(2)
  await expect(changes(page).first()).toContainText(/Changed\s*Women[\s\S]*0 enter, [\d,]+ leave/)
  await expect(changes(page).last()).toContainText(/Run again\s*Their families/)
  await press(page, 'Control+s')
  await expect(page.getByText('Applied: 1 change.').or(page.getByText('Applied: 2 changes.')).last()).toBeVisible()
  await expect(page.getByText('2 declarations without a change.')).toBeVisible()

  await runCommand(page, 'Undo the applied study file')
  await expect(page.getByText('Undone: 2 changes.')).toBeVisible()
  await expect(editor(page)).toContainText('cohort "Women" = SEX = Female in "All Individuals"')
  await expect(page.getByText('2 declarations without a change.')).toBeVisible()
  await expect(changes(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Apply', exact: true })).toHaveAttribute('aria-disabled', 'true')

  const saving = page.waitForEvent('download')
  await runCommand(page, 'Save the study file')
  const download = await saving
  expect(download.suggestedFilename()).toBe('Onset.diver')
  expect(await readFile(await download.path(), 'utf8')).toMatch(
    /^release "\d{4}\.1"\n\ncohort "Their families" = pedigrees in "Women"\n\ncohort "Women" = SEX = Female in "All Individuals"\n$/,
  )
})

test('a text that was edited after Apply stays, and says that the project is another since Undo', async ({ page }) => {
  await signInAt(page, `${product.url}/projects`)
  await page.request.post(`${product.url}/api/v0/project/new`, { data: { name: 'Later' } })
  await page.reload()
  await expectTitle(page, 'Projects')
  await runCommand(page, 'Study file')
  await expect(editor(page)).toBeFocused()
  await type(page, 'cohort "Later women" = SEX = Female')
  await expect(changes(page)).toHaveCount(1)
  await press(page, 'Control+s')
  await expect(page.getByText('Applied: 1 change.')).toBeVisible()
  await expect(page.getByText('1 declaration without a change.')).toBeVisible()
  await editor(page).focus()
  await press(page, 'Control+End')
  await type(page, '# later')
  await runCommand(page, 'Undo the applied study file')
  await expect(page.getByText('Undone: 1 change.')).toBeVisible()
  await expect(page.getByText('The project was changed after this text was begun.')).toBeVisible()
  await expect(editor(page)).toContainText('# later')
})

test('the editor completes declarations, variables and values, and goes to an error', async ({ page }) => {
  await signInAt(page, `${product.url}/project/study`)
  await expect(editor(page)).toBeFocused()
  await press(page, 'Control+End')
  await press(page, 'Enter')
  await type(page, 'coh')
  const option = (name: RegExp) => page.getByRole('option', { name })
  await expect(option(/^cohort/)).toHaveAttribute('aria-selected', 'true')
  await press(page, 'Enter')
  await type(page, '"High" = mood_high_ev')
  await expect(option(/^MOOD_HIGH_EVER/).first()).toHaveAttribute('aria-selected', 'true')
  await press(page, 'Tab')
  await type(page, '= Y')
  await expect(option(/^Yes/).first()).toHaveAttribute('aria-selected', 'true')
  await press(page, 'Enter')
  await expect(changes(page)).toHaveCount(1)
  await type(page, 'and')
  await expect(page.getByText('A variable is missing.')).toBeVisible()
  await page.getByRole('button', { name: /Go to line/ }).focus()
  await press(page, 'Enter')
  await expect(editor(page)).toBeFocused()
})

test('Escape and Undo keep the text of the project, and its plan and Apply stay in sight', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAt(page, `${product.url}/project/study`)
  await expect(editor(page)).toBeFocused()
  await expect(editor(page)).toContainText('cohort')
  const text = (await editor(page).textContent()) ?? ''
  await press(page, 'Control+z')
  await press(page, 'Escape Escape')
  await expect(editor(page)).toBeFocused()
  expect(await editor(page).textContent()).toBe(text)
  const status = page.getByRole('list', { name: 'Status' })
  await expect(status).toBeVisible()
  await expect(status).not.toContainText('edit')
  await expect(status).not.toContainText('keys')

  await press(page, 'Control+End')
  for (let line = 0; line < 60; line++) await press(page, 'Enter')
  await type(page, 'cohort "Women 2" = SEX = Female')
  await press(page, 'Enter')
  await expect(changes(page)).toHaveCount(1)
  for (const width of [1440, 640]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(changes(page).first()).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Apply', exact: true })).toBeInViewport()
  }
  await press(page, 'Shift+Tab')
  await expect(editor(page)).not.toBeFocused()
  await page.getByRole('heading', { level: 1 }).focus()
  await expect(status).toContainText('keys')
  await press(page, 'e')
  await expect(editor(page)).toBeFocused()
})

test('the sample project is read back to the same definitions', async ({ page }) => {
  await signInAt(page, `${product.url}/projects`)
  const api = `${product.url}/api/v0`
  const { projects } = await (await page.request.get(`${api}/project/info`)).json()
  const projectid = projects.find(({ name }: { name: string }) => name === 'Sample project').projectid
  const { text } = await (await page.request.get(`${api}/project/study?projectid=${projectid}`)).json()
  for (const word of ['recode', 'combine', 'from', 'pedigrees', 'intersection', 'set']) expect(text).toContain(word)
  const sent = { data: { projectid, text, remove: true } }
  const { problems, changes } = await (await page.request.post(`${api}/project/study/plan`, sent)).json()
  expect(problems).toEqual([])
  expect(changes.filter(({ change }: { change: string }) => change !== 'keep')).toEqual([])
  expect(await (await page.request.post(`${api}/project/study/apply`, sent)).json()).toMatchObject({ undo: null })
})

test('the command log lists what was done since the login, and copies it as a study file', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAt(page, `${product.url}/project/study/log`)
  await expect(page.getByText(/^Nothing was saved or downloaded since/)).toBeVisible()
  await page.request.post(`${product.url}/api/v0/project/new`, { data: { name: 'Logged' } })
  await page.request.post(`${product.url}/api/v0/project/study/apply`, {
    data: { text: 'cohort "Women" = SEX = Female\ncohort "Mothers" = pedigrees in "Women"\nset Core = SEX' },
  })
  await page.reload()
  const steps = page.getByRole('list', { name: 'Command log' }).getByRole('listitem')
  await expect(steps).toHaveCount(4)
  await expect(steps.filter({ hasText: /^New\s*Women/ })).toContainText(/[\d,]+ individuals/)
  await expect(steps.filter({ hasText: /^New\s*Core/ })).toContainText('1 variable')
  await expectNoViolationsInAnyColours(page)
  await runCommand(page, 'Copy this session as a study file')
  await expect(page.getByText(/^Copied 3 declarations\./)).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    'cohort "Mothers" = pedigrees in "Women"\n',
  )
})

test('a pane beside the file follows a changed cohort to its new id', async ({ page }) => {
  await signInAt(page, `${product.url}/projects`)
  await page.request.post(`${product.url}/api/v0/project/new`, { data: { name: 'Followed' } })
  const applied = await page.request.post(`${product.url}/api/v0/project/study/apply`, {
    data: { text: 'cohort "Followed women" = SEX = Female' },
  })
  const before = JSON.parse(await applied.text()).changes[0].id
  await page.goto(`${product.url}/project/study?beside=${encodeURIComponent(`/cohorts/${before}`)}`)
  const pane = page.getByRole('region', { name: 'Followed women' })
  await expect(pane).toContainText('individuals')
  await editor(page).click()
  await press(page, '$mod+a')
  await type(page, 'cohort "Followed women" = SEX = Female and MOOD_HIGH_EVER = Yes')
  await expect(changes(page)).toHaveCount(1)
  await press(page, 'Control+s')
  await expect(page.getByText('Applied: 1 change.')).toBeVisible()
  await expect(page.getByText(/^Could not get Cohort/)).toHaveCount(0)
  await expect(pane).toContainText('MOOD_HIGH_EVER')
})

test('a text says that its project was changed after it was begun', async ({ page }) => {
  await signInAt(page, `${product.url}/projects`)
  const api = `${product.url}/api/v0`
  await page.request.post(`${api}/project/new`, { data: { name: 'Shared' } })
  await page.goto(`${product.url}/project/study`)
  await expect(editor(page)).toBeFocused()
  await type(page, 'cohort "Draft" = SEX = Female')
  await expect(changes(page)).toHaveCount(1)
  await runCommand(page, 'Cohorts')
  await expectTitle(page, 'Cohorts')
  await page.request.post(`${api}/project/study/apply`, { data: { text: 'cohort "Elsewhere" = SEX = Male' } })
  await runCommand(page, 'Study file')
  await expect(editor(page)).toContainText('Draft')
  await expect(page.getByText('The project was changed after this text was begun.')).toBeVisible()
  await expectNoViolationsInAnyColours(page)
  await runCommand(page, 'Show the project as it is')
  await expect(editor(page)).toContainText('Elsewhere')
  await expect(editor(page)).not.toContainText('Draft')
  await expect(page.getByText('The project was changed after this text was begun.')).toHaveCount(0)
})
