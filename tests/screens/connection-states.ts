import type { Page } from '@playwright/test'
import type { Made } from '#tests/screens/made.ts'
import type { ScreenState } from '#tests/screens/states.ts'

const on = (name: string, path: string, prepare: (page: Page) => Promise<unknown>): ScreenState => ({
  name,
  user: 'researcher',
  path,
  prepare,
})

/** Sets the API's behaviour. */
const answering = (page: Page, path: string, status: number, body: string) =>
  page.route(`**/api/v0${path}`, (route) => route.fulfill({ status, body, contentType: 'application/json' }))

const failing = (page: Page, path: string) => answering(page, path, 500, '{"message":"The disk is full."}')

/** No request reaches the server. */
const cut = (page: Page) => page.route('**/api/v0/**', (route) => route.abort('connectionfailed'))

const named = (page: Page) => page.getByLabel('Name', { exact: true }).fill('Pilot')

const disconnected = async (page: Page) => {
  await page.context().setOffline(true)
  await page.getByText('No connection to the server.').waitFor()
}

/** The server is slow, unreachable or broken, or ends the session. */
export function connectionStates({ cohorts }: Made): readonly ScreenState[] {
  return [
    {
      ...on('server slow', '/clinical-constructs/all', (page) =>
        page.getByText('The server responds slowly.').waitFor({ timeout: 30_000 }),
      ),
      isWaiting: true,
      before: async (page) => {
        await page.route('**/api/v0/construct/list*', () => undefined)
      },
    },
    {
      ...on('server unreachable, change queued', '/projects/new', async (page) => {
        await named(page)
        await cut(page)
        await page.keyboard.press('Control+s')
        await page.getByText('1 change will be sent').waitFor()
      }),
      isWaiting: true,
    },
    {
      ...on('server unreachable, change cancelled', '/projects/new', async (page) => {
        await named(page)
        await cut(page)
        await page.keyboard.press('Control+s')
        await page.getByRole('button', { name: 'Cancel changes' }).click()
        await page.getByRole('alert').first().waitFor()
      }),
      isWaiting: true,
    },
    { ...on('offline', `/cohorts/${cohorts.high}`, disconnected), isWaiting: true },
    { ...on('offline, two panes', '/variables/all?q=mood&beside=%2Fcohorts', disconnected), isWaiting: true },
    {
      ...on('response unreadable', '/variable-sets', (page) => page.getByRole('alert').first().waitFor()),
      before: (page) => answering(page, '/variableset/info*', 200, '{"variablesets": [{'),
    },
    on('save failed', '/projects/new', async (page) => {
      await named(page)
      await failing(page, '/project/new')
      await page.keyboard.press('Control+s')
      await page.getByRole('alert').first().waitFor()
    }),
    on('save failed, cohort', '/cohorts/subset?variable=MOOD_HIGH_EVER', async (page) => {
      await page.getByLabel('Value').selectOption('1')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('region', { name: 'Collection' }).waitFor()
      await named(page)
      await failing(page, '/cohort/new')
      await page.keyboard.press('Control+s')
      await page.getByRole('alert').first().waitFor()
    }),
    on('save failed, edit', `/cohorts/${cohorts.high}`, async (page) => {
      await page.keyboard.press('e')
      await page.getByLabel('Description').fill('Told late.')
      await failing(page, '/cohort/edit')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('alert').first().waitFor()
    }),
    on('delete failed', `/cohorts/${cohorts.both}`, async (page) => {
      await page.keyboard.press('Shift+D')
      await page.getByRole('textbox').fill('High as well as low mood')
      await failing(page, '/cohort/delete*')
      await page.keyboard.press('Enter')
      await page.getByText('Unable to delete').first().waitFor()
    }),
    on('session ended', '/projects/new', async (page) => {
      await named(page)
      await answering(page, '/project/new', 401, '{"message":"Please log in."}')
      await page.keyboard.press('Control+s')
      await page.getByText('Your session has ended.').waitFor()
    }),
  ]
}
