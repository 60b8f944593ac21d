import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, signInByKeyboard, tabTo, type } from '#tests/journeys/keyboard.ts'
import { makeSetByKeyboard } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('creates a project, makes it current, lists its contents, and deletes it after its name is typed', async ({
  page,
}) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await press(page, 'n j')
  await expectTitle(page, 'New Project')
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
  await tabTo(page, 'Name')
  await type(page, 'Pilot')
  await press(page, '$mod+s')
  await expectTitle(page, 'Pilot')
  await expect(page.getByText('Current project')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Pilot' })).toBeVisible()
  await expect(page.getByText('No Variable Sets have been created in this project yet!')).toBeVisible()

  // The list of cohorts follows the project.
  await press(page, 'g c')
  await expectTitle(page, 'Cohorts')
  await expect(page.getByRole('columnheader', { name: 'Project' })).toBeVisible()
  await page.goto(`${product.url}/cohorts?of=project`)
  await expect(page.getByText('This project has no cohorts yet.')).toBeVisible()

  await makeSetByKeyboard(page, 'Pilot set')
  await expect(page.getByText('Variable Set saved.')).toBeVisible()

  await press(page, 'g j')
  await expectTitle(page, 'Projects')
  await expect(page.getByRole('grid', { name: 'Projects' })).toBeVisible()
  await press(page, 'End')
  await press(page, 'Enter')
  await expectTitle(page, 'Pilot')
  await expect(page.getByRole('link', { name: 'Pilot set', exact: true })).toBeVisible()
  await tabTo(page, 'More actions')
  await press(page, 'Enter')
  await tabTo(page, 'Delete')
  await press(page, 'Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Delete Project' })
  await expect(dialog).toBeVisible()
  await expect(dialog).toContainText('Pilot set')
  await expect(dialog.getByRole('button', { name: 'Delete Project' })).toBeDisabled()
  await tabTo(page, 'Type “Pilot” to confirm')
  await type(page, 'Pilo')
  await press(page, 'Enter')
  await expect(dialog.getByRole('alert')).toHaveText('This is not “Pilot”.')
  await type(page, 't')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await press(page, 'Enter')
  await expectTitle(page, 'Projects')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Default Project' })).toBeVisible()
})
