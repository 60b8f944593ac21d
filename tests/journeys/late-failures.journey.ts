import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, tabTo, type } from '#tests/journeys/keyboard.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

/** Lets an endpoint fail; returns the function that restores it. */
async function failing(page: Page, path: string, message = 'The disk is full.'): Promise<() => Promise<void>> {
  const address = `**/api/v0${path}*`
  await page.route(address, (route) => route.fulfill({ status: 500, json: { message } }))
  return () => page.unroute(address)
}

test('reports a failure that follows a successful change and keeps the change', async ({ page }) => {
  await signInAt(page, `${product.url}/projects/new`)
  await expectTitle(page, 'New Project')
  const currentAgain = await failing(page, '/project/current', '')
  await tabTo(page, 'Name')
  await type(page, 'Pilot')
  await press(page, '$mod+s')
  const message = 'Unable to change current working project to the new project.'
  const toasts = page.getByRole('region', { name: /Notifications/ })
  await expect(toasts.getByText(message)).toBeVisible()
  await expectTitle(page, 'Pilot')
  await expect(page.getByRole('alert').getByText(message)).toBeVisible()
  await currentAgain()

  await page.reload()
  await expect(page.getByText('Current project')).toBeVisible()
  await press(page, 'e')
  await expect(page.getByRole('dialog')).toBeVisible()
  const infoAgain = await failing(page, '/project/info', '')
  await page.getByLabel('Description').fill('Told late.')
  await page.getByRole('button', { name: 'Save' }).focus()
  await press(page, 'Enter')
  const notCurrent = 'Unable to update changes on page. Please reload this window.'
  await expect(toasts.getByText(notCurrent)).toBeVisible()
  await expect(page.getByRole('alert').getByText(notCurrent)).toBeVisible()
  await infoAgain()
  await page.reload()
  await expect(page.getByText('Told late.')).toBeVisible()

  await press(page, 'Shift+D')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await failing(page, '/project/current', '')
  await tabTo(page, 'Type “Pilot” to confirm')
  await type(page, 'Pilot')
  await press(page, 'Enter')
  await expect(
    page.getByRole('alert').getByText('Unable to change current working project to the default project.'),
  ).toBeVisible()
})

test('page and toast say the same sentence, and several reads that fail alike have one toast', async ({ page }) => {
  await signInAt(page, `${product.url}/`)
  const toasts = page.getByRole('region', { name: /Notifications/ })
  const projectsAgain = await failing(page, '/project/info', '')
  await page.goto(`${product.url}/projects/1`)
  const sentence = 'Unable to get project with id 1.'
  await expect(page.getByRole('alert').getByText(sentence).first()).toBeVisible()
  await expect(toasts.getByText(sentence)).toBeVisible()
  await projectsAgain()

  await failing(page, '/cohort/info', '')
  await failing(page, '/variableset/info', '')
  await page.goto(`${product.url}/projects/1`)
  await expect(page.getByText('Unable to get Variable Sets for project id 1.').first()).toBeVisible()
  await expect(page.getByText('Unable to get Cohorts for project id 1.').first()).toBeVisible()
  await expect(toasts.getByRole('listitem')).toHaveCount(1)
})

test('reports that a saved variable set could not be reloaded', async ({ page }) => {
  await signInAt(page, `${product.url}/variable-sets`)
  await page.getByRole('link', { name: 'Mood, sleep and background' }).focus()
  await press(page, 'Enter')
  await expectTitle(page, 'Mood, sleep and background')
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  await press(page, 'e')
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
  await failing(page, '/variableset/info')
  await page.getByLabel('Description').fill('Told late.')
  await press(page, '$mod+s')
  await expect(page.getByRole('alert').getByText('Error updating page. Please reload to see changes.')).toBeVisible()
})

test('shows the specified messages if cohorts fail to load or a custom variable has an unknown type', async ({
  page,
}) => {
  await page.route('**/api/v0/construct/info*', async (route) => {
    const answer = await route.fetch()
    const { custom_vars: all } = await answer.json()
    await route.fulfill({
      json: { custom_vars: all.map((one: object) => ({ ...one, construct_type: 'odd', variable_type: 'odd' })) },
    })
  })
  const cohortsAgain = await failing(page, '/cohort/info')
  await signInAt(page, `${product.url}/cohorts`)
  await expect(page.getByRole('alert')).toContainText('A problem has occurred and no cohorts could be loaded')
  await expect(page.getByRole('alert')).toContainText('Internal Server Error. The disk is full.')
  await page.getByRole('button', { name: 'Try again' }).focus()
  await cohortsAgain()
  await press(page, 'Enter')
  await expect(page.getByText('All Individuals').first()).toBeVisible()

  await page.goto(`${product.url}/clinical-constructs/downcode?from=PSYCHOTIC_SIGNS`)
  await expect(page.getByText('Unknown custom variable type: odd')).toBeVisible()
  await failing(page, '/variable/lookup')
  await page.unroute('**/api/v0/construct/info*')
  await page.goto(`${product.url}/clinical-constructs/multi?from=PSYCHOTIC_SIGNS`)
  await expect(page.getByText('Unable to get the variables included in this Custom Variable.')).toBeVisible()
})

test('shows a failed request in place and in one toast, and a failed deletion in its dialog', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts`)
  await page.getByRole('link', { name: 'Families with two who had low moods' }).focus()
  await press(page, 'Enter')
  await expectTitle(page, 'Families with two who had low moods')
  const toasts = page.locator('[data-sonner-toast]')
  await failing(page, '/cohort/delete')
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible()
  await press(page, 'Shift+D')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await type(page, 'Families with two who had low moods')
  await press(page, 'Enter')
  await expect(dialog.getByRole('alert')).toContainText('The disk is full. Unable to delete Cohort.')
  await expect(toasts.filter({ hasText: 'Unable to delete Cohort. The disk is full.' })).toBeVisible()
  await expect(toasts).toHaveCount(1)
  await press(page, 'Escape')

  await failing(page, '/variableset/info')
  await press(page, 'g s')
  await expect(page.getByRole('alert')).toContainText('The disk is full.')
  await expect(toasts.getByText('The disk is full.', { exact: true })).toHaveCount(1)

  await page.goto(`${product.url}/projects`)
  await failing(page, '/project/current')
  await page.getByRole('button', { name: 'Work on Project' }).first().click()
  await expect(page.getByRole('alert').getByText('The disk is full.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('alert').getByText('The disk is full.', { exact: true })).toBeHidden()
})
