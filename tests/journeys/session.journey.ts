import { expect, POLICY_VIOLATION, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, signInByKeyboard, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolations } from '#tests/journeys/no-violations.ts'
import { signInAt } from '#tests/journeys/workspace.ts'
import { builtFile } from '#tests/support/built-file.ts'
import { startProduct, type RunningProduct } from '#tests/support/running-product.ts'

let product: RunningProduct

test.beforeAll(async () => {
  product = await startProduct()
})

test.afterAll(() => product.stop())

test('keeps the username after a wrong password and reports empty fields', async ({ page }) => {
  await page.goto(product.url)
  await expect(page.getByLabel('Username')).toBeFocused()
  await press(page, 'Enter')
  await expect(page.getByText('Username is required.')).toBeVisible()
  await expect(page.getByText('Password is required.')).toBeVisible()
  await type(page, 'researcher')
  await press(page, 'Tab')
  await type(page, 'wrong')
  await press(page, 'Enter')
  await expect(page.getByRole('alert')).toContainText('Unable to log in.')
  await expect(page.getByLabel('Username')).toHaveValue('researcher')
})

test('shows the versions in the footer before and after login', async ({ page }) => {
  await page.goto(product.url)
  for (const part of ['diverapp 1.0.0', 'diverweb 0.50.3', 'diverRPC', 'db_procs', 'db_edit']) {
    await expect(page.getByRole('contentinfo').getByRole('link').last()).toContainText(part)
  }
  await signInAt(page, product.url)
  for (const part of ['diverapp 1.0.0', 'diverweb 0.50.3', 'diverRPC', 'db_procs', 'db_edit']) {
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'diverapp' })).toContainText(part)
  }
})

test('blocks text as markup or script in the browser', async ({ browser }) => {
  // A separate context, because these violations are intended.
  const page = await browser.newPage()
  const reported: string[] = []
  page.on('console', (message) => reported.push(message.text()))
  await page.goto(product.url)
  const outcomes = await page.evaluate(() =>
    [
      () => (document.createElement('div').innerHTML = '<b>bold</b>'),
      () => (document.createElement('script').text = 'void 0'),
      () => new DOMParser().parseFromString('<b>bold</b>', 'text/html'),
      () => new Worker('/assets/worker.js'),
    ].map((attempt) => {
      try {
        attempt()
        return 'taken'
      } catch (error) {
        return error instanceof TypeError ? 'refused' : String(error)
      }
    }),
  )
  expect(outcomes).toEqual(['refused', 'refused', 'refused', 'refused'])
  expect(reported.filter((text) => POLICY_VIOLATION.test(text))).toHaveLength(4)
  await page.context().close()
})

test('keeps the work in progress when a session ends and restores it after login', async ({ page }) => {
  await page.goto(`${product.url}/cohorts/subset?variable=MOOD_RATING_NOW`)
  await expect(page.getByLabel('Username')).toBeFocused()
  await type(page, 'researcher')
  await press(page, 'Tab')
  await type(page, 'demo')
  await press(page, 'Enter')
  await expectTitle(page, 'New Subset')
  await expect(page.getByLabel('Value')).toBeVisible()
  await tabTo(page, 'Value')
  await type(page, '5')
  await tabTo(page, 'Name')
  await type(page, 'Half typed')
  // A later request would find no session.
  await expect(page.getByRole('region', { name: 'Live result' })).toContainText('individuals match')

  await page.context().clearCookies()
  await tabTo(page, 'Value', 40, 'Shift+Tab')
  // In one step: after the first digit the preview ends the session, and the login takes the next key.
  await page.keyboard.insertText('60')
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeHidden()

  await expect(page.getByLabel('Username')).toBeFocused()
  await type(page, 'researcher')
  await press(page, 'Tab')
  await type(page, 'demo')
  await press(page, 'Enter')
  await expectTitle(page, 'New Subset')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half typed')
  await expect(page.getByLabel('Value')).toHaveValue('60')
  await expect(page.getByRole('region', { name: 'Live result' })).toContainText('individuals match')
})

test('closes a dialog for the login form and reopens it with its text', async ({ page }) => {
  await signInAt(page, `${product.url}/projects/1`)
  await expect(page.getByText('Current project')).toBeVisible()
  await press(page, 'e')
  const dialog = page.getByRole('dialog', { name: 'Edit Project' })
  await dialog.getByLabel('Description').fill('Typed before the end.')
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(dialog.getByLabel('Description')).toBeHidden()
  await type(page, 'researcher')
  await press(page, 'Tab')
  await type(page, 'demo')
  await press(page, 'Enter')
  await expect(dialog.getByLabel('Description')).toHaveValue('Typed before the end.')
})

test('confirms the logout and shows the login form', async ({ page }) => {
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await press(page, 'g c')
  await expectTitle(page, 'Cohorts')
  await press(page, '$mod+k')
  await type(page, 'log out')
  await expect(page.getByRole('option', { name: 'Log out' })).toBeVisible()
  await press(page, 'Enter')
  await expect(page.getByText('Successfully logged out.')).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page.getByText('Your session has ended.')).toBeHidden()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('keeps only the settings of the user in the browser after logout', async ({ page }) => {
  await signInAt(page, `${product.url}/variables/all?q=mood`)
  await expect(page.getByRole('grid', { name: 'Variables' })).toBeVisible()
  await press(page, 'j a')
  await expect(page.getByRole('button', { name: 'Working set: 1 variable' })).toBeVisible()
  await press(page, 'n v')
  await page.getByLabel('Name').fill('Unfinished')
  await page.getByLabel('Add a variable').click()
  await type(page, 'mood_high_ever')
  await press(page, 'Enter')
  const ofUser = () =>
    page.evaluate(() =>
      [...Object.keys(localStorage), ...Object.keys(sessionStorage)]
        .filter((key) => key.includes(':researcher'))
        .map((key) => key.slice(0, key.indexOf(':')))
        .toSorted(),
    )
  await expect.poll(ofUser).toEqual(expect.arrayContaining(['draft', 'recent-variables', 'usage', 'working-set']))
  await press(page, '$mod+k')
  await type(page, 'log out')
  await expect(page.getByRole('option', { name: 'Log out' })).toBeVisible()
  await press(page, 'Enter')
  await expect(page.getByText('Successfully logged out.')).toBeVisible()
  const settings = new Set(['bare-keys', 'catalog-one-line-questions', 'explorer', 'keys', 'palette-pins', 'tour'])
  expect((await ofUser()).filter((name) => !settings.has(name))).toEqual([])
  await signInByKeyboard(page, 'researcher', 'demo')
  await press(page, 'g c')
  await expectTitle(page, 'Cohorts')
  expect(await ofUser()).toContain('usage')
})

test('keeps text that is typed while the palette loads', async ({ page }) => {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(builtFile('src/command-kit/palette/palette-dialog.tsx'), async (route) => {
    await released
    await route.continue()
  })
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  await press(page, '$mod+k')
  await type(page, 'c anx')
  await press(page, 'Backspace')
  await press(page, 'Enter')
  release()
  const field = page.getByRole('combobox')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('an')
  await expect(page.getByRole('button', { name: 'Cohorts', pressed: true })).toBeVisible()
  await type(page, 'd')
  await expect(field).toHaveValue('and')
  await expectTitle(page, 'Dashboard')
})

test('opens the palette by keys pressed before the user is known, with the text typed after them', async ({ page }) => {
  await signInAt(page, product.url)
  await expectTitle(page, 'Dashboard')
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/userinfo', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(product.url, { waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await press(page, '$mod+k')
  await type(page, 'c an')
  release()
  const field = page.getByRole('combobox')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('an')
  await type(page, 'd')
  await expect(field).toHaveValue('and')
  await press(page, 'Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await press(page, 'g v')
  await expectTitle(page, 'Variables Catalog')
})

test('warns before a session ends and extends it on a key press', async ({ page }) => {
  await page.clock.install()
  await page.goto(product.url)
  await signInByKeyboard(page, 'researcher', 'demo')
  const warning = page.getByRole('alertdialog', { name: 'Your session is about to end' })
  // A response after the clock jump extends the session: it ends after the next one.
  await expect(async () => {
    await page.clock.fastForward('28:30')
    await expect(warning).toContainText('within 90 seconds', { timeout: 5_000 })
  }).toPass()
  await expect(page.getByRole('button', { name: 'Stay logged in' })).toBeFocused()
  await press(page, 'Enter')
  await expect(warning).toBeHidden()
  await page.clock.fastForward('20:00')
  await expect(warning).toBeHidden()
})

test('lets a user change the password and end another session with the current password', async ({ page, browser }) => {
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const elsewhere = await browser.newPage({ userAgent })
  await signInAt(elsewhere, product.url, 'newcomer')
  await signInAt(page, product.url, 'newcomer')
  await press(page, '$mod+k')
  await type(page, 'your account')
  await press(page, 'Enter')
  const sessions = page.getByRole('table', { name: 'Your sessions' }).getByRole('row')
  await expect(sessions).toHaveText([/^Browser/, /^Chrome on .*this session$/, /^Firefox on Windows/])
  await expect(page.getByLabel('Current password')).toBeFocused()
  await type(page, 'wrong')
  for (const field of ['New password', 'Repeat new password']) {
    await tabTo(page, field)
    await type(page, 'a longer way to say it')
  }
  await press(page, 'Enter')
  await expect(page.getByRole('alert').getByText('This is not your password.')).toBeVisible()
  await expectNoViolations(page)
  await tabTo(page, 'Current password', 10, 'Shift+Tab')
  await press(page, '$mod+a')
  await type(page, 'demo')
  await tabTo(page, 'End')
  await press(page, 'Enter')
  await expect(sessions).toHaveCount(2)
  await elsewhere.reload()
  await expect(elsewhere.getByLabel('Username')).toBeVisible()
  await tabTo(page, 'Change password', 20, 'Shift+Tab')
  await press(page, 'Enter')
  await expect(page.getByText('Changes saved.')).toBeVisible()
  await signInAt(elsewhere, product.url, 'newcomer', 'a longer way to say it')
  await elsewhere.close()
})
