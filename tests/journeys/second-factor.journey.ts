import type { Page } from '@playwright/test'
import { expect, test } from '#tests/journeys/journey.ts'
import { expectTitle, press, signInByKeyboard, tabTo, type } from '#tests/journeys/keyboard.ts'
import { expectNoViolationsInAnyColours } from '#tests/journeys/no-violations.ts'
import { startProduct } from '#tests/support/running-product.ts'
import { codeAt } from '#tests/support/second-factor.ts'

const HALF_A_MINUTE = 30_000

/** Types name and password where the login form waits for them. */
async function enterPassword(page: Page): Promise<void> {
  await expect(page.getByLabel('Username')).toBeFocused()
  await type(page, 'newcomer')
  await press(page, 'Tab')
  await type(page, 'demo')
  await press(page, 'Enter')
}

async function run(page: Page, command: string): Promise<void> {
  await press(page, '$mod+k')
  await type(page, command)
  await expect(page.getByRole('option', { name: command })).toBeVisible()
  await press(page, 'Enter')
}

/** From the password to the recovery codes, with a screenshot of each step; returns input and output. */
async function setUp(page: Page): Promise<{ secret: string; first: string; codes: string[] }> {
  await expect(page.getByLabel('Current password')).toBeFocused()
  await type(page, 'demo')
  await press(page, 'Enter')
  await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
  await expect(page.getByLabel('One-time code')).toBeFocused()
  await expectNoViolationsInAnyColours(page)
  const secret = (await page.getByRole('group', { name: 'Secret' }).innerText()).replaceAll('-', '')
  await type(page, 'no code')
  await press(page, 'Enter')
  await expect(page.getByRole('alert')).toContainText('This code is wrong')
  await press(page, '$mod+a')
  const first = codeAt(secret, Date.now())
  await type(page, first)
  await press(page, 'Enter')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectNoViolationsInAnyColours(page)
  return { secret, first, codes: await codes.allInnerTexts() }
}

test('turns a second factor on, signs in by one-time code and by recovery code, and turns it off', async ({ page }) => {
  const product = await startProduct()
  await page.goto(product.url)
  await signInByKeyboard(page, 'newcomer', 'demo')
  await run(page, 'Turn on a second factor…')
  const { secret, first, codes } = await setUp(page)
  await tabTo(page, 'Save as a file')
  const saved = page.waitForEvent('download')
  await press(page, 'Enter')
  expect((await saved).suggestedFilename()).toBe('diver-recovery-codes.txt')
  await tabTo(page, 'Done')
  await press(page, 'Enter')
  await expect(page.getByRole('dialog')).toBeHidden()

  await run(page, 'Log out')
  await enterPassword(page)
  await expect(page.getByLabel('One-time code')).toBeFocused()
  await expect(page.getByText('This account has a second factor. Enter its code.')).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveValue('demo')
  await expectNoViolationsInAnyColours(page)
  // The activation code is used.
  await type(page, first)
  await press(page, 'Enter')
  await expect(page.getByRole('alert')).toContainText('was used already')
  await expect(page.getByLabel('One-time code')).toBeFocused()
  await type(page, codeAt(secret, Date.now() + HALF_A_MINUTE))
  await press(page, 'Enter')
  await expectTitle(page, 'Dashboard')

  await press(page, 'n j')
  await expectTitle(page, 'New Project')
  await tabTo(page, 'Name')
  await type(page, 'Half typed')
  await page.context().clearCookies()
  await press(page, '$mod+s')
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await enterPassword(page)
  await expect(page.getByLabel('One-time code')).toBeFocused()
  await tabTo(page, 'Use a recovery code')
  await press(page, 'Enter')
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await type(page, codes[0] ?? '')
  await press(page, 'Enter')
  await expectTitle(page, 'New Project')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half typed')

  await run(page, 'Your account…')
  await expect(page.getByText('9 of 10 recovery codes are left.')).toBeVisible()
  await tabTo(page, 'Turn off the second factor…')
  await press(page, 'Enter')
  await type(page, 'demo')
  await tabTo(page, 'Use a recovery code')
  await press(page, 'Enter')
  await type(page, codes[1] ?? '')
  await press(page, 'Enter')
  await expect(page.getByText('Second factor turned off.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on a second factor…' })).toBeFocused()
  await product.stop()
})

test('shows only the setup of a required second factor, and every screen after it', async ({ page }) => {
  const product = await startProduct({ environment: { REQUIRE_SECOND_FACTOR: '1' } })
  await page.goto(`${product.url}/cohorts`)
  await enterPassword(page)
  await expectTitle(page, 'Turn on a second factor')
  await expect(page.getByRole('navigation')).toBeHidden()
  await expectNoViolationsInAnyColours(page)
  await setUp(page)
  await tabTo(page, 'Done')
  await press(page, 'Enter')
  await expectTitle(page, 'Cohorts')
  await expect(page.getByRole('navigation', { name: 'Tasks' })).toBeVisible()
  await product.stop()
})
