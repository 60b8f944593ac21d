import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolations } from '#tests/journeys/no-violations.ts'
import { makeSetByKeyboard, signInAt } from '#tests/journeys/workspace.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

async function deleteShown(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible()
  await deleteFocused(page, name)
}

async function deleteFocused(page: Page, name: string): Promise<void> {
  await press(page, 'Shift+D')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('will move to the trash')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await type(page, name)
  await press(page, 'Enter')
  await expect(dialog).toBeHidden()
}

async function runInPalette(page: Page, words: string): Promise<void> {
  await press(page, '$mod+k')
  await type(page, words)
  await expect(page.getByRole('option', { selected: true })).toContainText(words)
  await press(page, 'Enter')
}

test('deletes a cohort, and undoes it from the palette', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts`)
  await page.getByRole('link', { name: 'High as well as low mood' }).focus()
  await press(page, 'Enter')
  await expectTitle(page, 'High as well as low mood')
  await deleteShown(page, 'High as well as low mood')
  await expectTitle(page, 'Cohorts')
  const notifications = page.getByRole('region', { name: /Notifications/ })
  await expect(notifications).toContainText('Cohort “High as well as low mood” deleted.')
  await expect(notifications.getByRole('button', { name: 'Undo' })).toBeVisible()
  await runInPalette(page, 'Undo delete of “High as well as low mood”')
  await expect(notifications).toContainText('Cohort “High as well as low mood” restored.')
  await page.goto(`${product.url}/cohorts`)
  await expect(page.getByRole('link', { name: 'High as well as low mood' })).toBeVisible()
})

test('deletes the focused row of a list, and says why it cannot', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts`)
  const notifications = page.getByRole('region', { name: /Notifications/ })
  await page.getByRole('link', { name: 'All Individuals' }).focus()
  await press(page, 'Shift+D')
  await expect(notifications).toContainText('There is nothing to delete in this pane.')
  const cohort = page.getByRole('link', { name: 'High as well as low mood' })
  await cohort.focus()
  await deleteFocused(page, 'High as well as low mood')
  await expectTitle(page, 'Cohorts')
  await expect(notifications).toContainText('Cohort “High as well as low mood” deleted.')
  await expect(cohort).toHaveCount(0)
  // The next row has the focus.
  await expect(
    page.getByRole('treegrid', { name: 'Cohorts' }).getByRole('row').and(page.locator(':focus')),
  ).toBeVisible()
  await press(page, '$mod+z')
  await expect(cohort).toBeVisible()

  await makeSetByKeyboard(page, 'Deleted from the list')
  await page.goto(`${product.url}/variable-sets`)
  await page.getByRole('link', { name: 'Deleted from the list' }).focus()
  await deleteFocused(page, 'Deleted from the list')
  await expect(notifications).toContainText('Variable Set “Deleted from the list” deleted.')
  await expect(page.getByRole('link', { name: 'Deleted from the list' })).toHaveCount(0)
  await press(page, '$mod+z')
  await expect(page.getByRole('link', { name: 'Deleted from the list' })).toBeVisible()
})

test('undoes a deletion by the key of undo', async ({ page }) => {
  await signInAt(page, product.url)
  await makeSetByKeyboard(page, 'Deleted by mistake')
  await deleteShown(page, 'Deleted by mistake')
  await expectTitle(page, 'Variable Sets')
  const notifications = page.getByRole('region', { name: /Notifications/ })
  await expect(notifications.getByRole('button', { name: 'Undo' })).toBeVisible()
  await press(page, '$mod+z')
  await expect(notifications).toContainText('Variable Set “Deleted by mistake” restored.')
  await expect(notifications.getByRole('button', { name: 'Undo' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Deleted by mistake' })).toBeVisible()
})

test('undoes a deletion by the button of its message', async ({ page }) => {
  await signInAt(page, product.url)
  await makeSetByKeyboard(page, 'Short-lived')
  await deleteShown(page, 'Short-lived')
  await expectTitle(page, 'Variable Sets')
  // The key of the messages moves the focus to them.
  await press(page, 'F8')
  const undo = page.getByRole('region', { name: /Notifications/ }).getByRole('button', { name: 'Undo' })
  for (let step = 0; step < 5 && !(await undo.evaluate((button) => button === document.activeElement)); step++) {
    await press(page, 'Tab')
  }
  await expect(undo).toBeFocused()
  await press(page, 'Enter')
  await expect(page.getByRole('link', { name: 'Short-lived' })).toBeVisible()
})

test('restores from the trash after a reload, and names what has to be restored first', async ({ page }) => {
  await signInAt(page, `${product.url}/cohorts`)
  for (const name of ['High as well as low mood', 'Low mood at some time']) {
    await page.goto(`${product.url}/cohorts`)
    await page.getByRole('link', { name, exact: true }).focus()
    await press(page, 'Enter')
    await expectTitle(page, name)
    await deleteShown(page, name)
    await expectTitle(page, 'Cohorts')
  }
  await page.reload()
  await expectTitle(page, 'Cohorts')
  await press(page, 'g t')
  const trash = page.getByRole('dialog', { name: 'Trash' })
  await expect(trash.getByRole('row')).toHaveCount(3)
  await expectNoViolations(page)
  await trash.getByRole('button', { name: 'Restore High as well as low mood' }).focus()
  await press(page, 'Enter')
  await expect(trash.getByRole('alert')).toContainText(
    'It is based on the cohort “Low mood at some time”, which is deleted. First restore that.',
  )
  await trash.getByRole('button', { name: 'Restore Low mood at some time' }).focus()
  await press(page, 'Enter')
  await expect(trash.getByRole('row')).toHaveCount(2)
  const restore = trash.getByRole('button', { name: 'Restore High as well as low mood' })
  // The list may be shorter before the request has ended.
  await expect(restore).toBeEnabled()
  await restore.focus()
  await press(page, 'Enter')
  await expect(trash).toContainText('The trash is empty.')
  await press(page, 'Escape')
  await expect(trash).toBeHidden()
  await page.goto(`${product.url}/cohorts`)
  await expect(page.getByRole('link', { name: 'High as well as low mood' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Low mood at some time', exact: true })).toBeVisible()
})

test('deletes once the dependents are known, after Enter was pressed before', async ({ page }) => {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await signInAt(page, product.url)
  await makeSetByKeyboard(page, 'Hasty')
  await page.route('**/usage?*', async (route) => {
    await released
    await route.continue()
  })
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible()
  await press(page, 'Shift+D')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await type(page, 'Hasty')
  await press(page, 'Enter')
  await expect(dialog).toContainText('Checking dependencies…')
  release()
  await expect(dialog).toBeHidden()
  await expectTitle(page, 'Variable Sets')
})

test('a message that the key of the messages has led to goes once the focus has left it', async ({ page }) => {
  await signInAt(page, product.url)
  await makeSetByKeyboard(page, 'Said once')
  await deleteShown(page, 'Said once')
  await expectTitle(page, 'Variable Sets')
  const notifications = page.getByRole('region', { name: /Notifications/ })
  await expect(notifications).toContainText('deleted.')
  await press(page, 'F8')
  await expect(notifications.getByRole('list')).toBeFocused()
  await page.getByRole('heading', { level: 1 }).focus()
  await expect(notifications).not.toContainText('deleted.')
})
