import type { Page } from '@playwright/test'
import { CODE_NEEDED, CODE_WRONG } from '#domain/messages.ts'
import { runCommand } from '#tests/screens/commands-of-page.ts'
import type { ScreenState } from '#tests/screens/states.ts'

const RECOVERY_CODES = Array.from({ length: 10 }, (_, index) => `abcd-efgh-ijkl-mno${'pqrstuvwxy'.charAt(index)}`)
const ON = { is_on: true, is_required: false, recovery_codes_left: 9 }
const REQUIRED = { is_on: false, is_required: true, recovery_codes_left: 0 }

/** Prerequisites of a new secret and codes: other users would need them too. */
const answering = (page: Page, path: string, json: object, status = 200) =>
  page.route(`**/api/v0${path}`, (route) => route.fulfill({ status, json }))

/** Lets the account have or need a second factor. */
const withFactor = (factor: object) => (page: Page) =>
  page.route('**/api/v0/userinfo', async (route) => {
    const answer = await route.fetch()
    const body: object = await answer.json()
    await route.fulfill({ json: { ...body, second_factor: factor } })
  })

const on = (name: string, prepare: (page: Page) => Promise<unknown>): ScreenState => ({
  name,
  user: 'researcher',
  path: '/',
  prepare,
})

async function logIn(page: Page): Promise<void> {
  await answering(page, '/login', { message: CODE_NEEDED, issues: [{ path: 'code', message: CODE_NEEDED }] }, 401)
  await page.getByLabel('Username').fill('researcher')
  await page.getByLabel('Password').fill('demo')
  await page.keyboard.press('Enter')
  await page.getByLabel('One-time code').waitFor()
}

/** From the password to the secret. */
async function askForSecret(page: Page): Promise<void> {
  await page.getByLabel('Current password').fill('demo')
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: 'QR code of the secret' }).waitFor()
}

async function enterCode(page: Page): Promise<void> {
  await page.getByLabel('One-time code').fill('123456')
  await page.keyboard.press('Enter')
}

async function turnOn(page: Page): Promise<void> {
  await askForSecret(page)
  await answering(page, '/account/second-factor/on', { recovery_codes: RECOVERY_CODES, ended: 2 })
  await enterCode(page)
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
}

/** The user's account: password, sessions, and each step of the second factor. */
export const accountStates: readonly ScreenState[] = [
  on('account', (page) => page.getByRole('button', { name: /: account$/ }).click()),
  on('account, dialog', (page) => runCommand(page, 'your account')),
  on('account, refused', async (page) => {
    await runCommand(page, 'your account')
    await page.getByRole('button', { name: 'Change password' }).click()
  }),
  { ...on('account, second factor on', (page) => runCommand(page, 'your account')), before: withFactor(ON) },
  on('access token, new', (page) => runCommand(page, 'new access token')),
  on('access token, made', async (page) => {
    await runCommand(page, 'new access token')
    const made = { token_id: 'id', token: `diver_${'a1B2'.repeat(11)}`, expires_at: '2030-01-01T00:00:00.000Z' }
    await answering(page, '/account/tokens/new', made)
    await page.getByLabel('Name').fill('Analysis')
    await page.getByLabel('Current password').fill('demo')
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Access token' }).waitFor()
  }),
  on('second factor, password', (page) => runCommand(page, 'turn on a second factor')),
  on('second factor, secret', async (page) => {
    await runCommand(page, 'turn on a second factor')
    await askForSecret(page)
  }),
  on('second factor, wrong code', async (page) => {
    await runCommand(page, 'turn on a second factor')
    await askForSecret(page)
    await enterCode(page)
    await page.getByRole('alert').waitFor()
  }),
  on('second factor, recovery codes', async (page) => {
    await runCommand(page, 'turn on a second factor')
    await turnOn(page)
  }),
  {
    ...on('second factor, turning off', (page) => runCommand(page, 'turn off the second factor')),
    before: withFactor(ON),
  },
  { ...on('second factor, new codes', (page) => runCommand(page, 'new recovery codes')), before: withFactor(ON) },
  {
    ...on('second factor, required', (page) => page.getByLabel('Current password').waitFor()),
    before: withFactor(REQUIRED),
  },
  { ...on('second factor, required, secret', askForSecret), before: withFactor(REQUIRED) },
  { ...on('second factor, required, codes', turnOn), before: withFactor(REQUIRED) },
  { ...on('login, code', logIn), user: null },
  {
    ...on('login, wrong code', async (page) => {
      await logIn(page)
      await answering(page, '/login', { message: CODE_WRONG, issues: [{ path: 'code', message: CODE_WRONG }] }, 401)
      await enterCode(page)
      await page.getByRole('alert').getByText(CODE_WRONG).waitFor()
    }),
    user: null,
  },
  {
    ...on('login, recovery code', async (page) => {
      await logIn(page)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
    }),
    user: null,
  },
]
