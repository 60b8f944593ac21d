import type { Page } from '@playwright/test'
import { dialogOf, inPalette, runCommand } from '#tests/screens/commands-of-page.ts'
import type { Made } from '#tests/screens/made.ts'
import type { ScreenState } from '#tests/screens/states.ts'
import { temporaryFolder } from '#tests/support/import-folders.ts'

const on = (name: string, path: string, prepare: (page: Page) => Promise<unknown>): ScreenState => ({
  name,
  user: 'researcher',
  path,
  prepare,
})

/** Keys that open a dialog. */
const keys =
  (...pressed: readonly string[]) =>
  async (page: Page) => {
    for (const key of pressed) await page.keyboard.press(key)
    await dialogOf(page).waitFor()
  }

/** Overlays: palette, keys, menus, dialogs. */
export function dialogStates({ cohorts, set }: Made): readonly ScreenState[] {
  return [
    on('palette', '/', (page) => inPalette(page, '')),
    on('palette, found', '/', (page) => inPalette(page, 'mood')),
    on('palette, a term to complete', '/', (page) => inPalette(page, 'mood form:')),
    on('palette, a wrong term', '/', (page) => inPalette(page, 'mood type:nonsense')),
    on('palette, nothing found', '/', (page) => inPalette(page, 'zzzz qqqq')),
    on('palette, asking', '/', (page) => runCommand(page, 'work on project')),
    on('palette, disabled commands', '/', (page) => inPalette(page, '>delete')),
    on('next keys', '/variables/all', async (page) => {
      await page.keyboard.press('g')
      await page.getByText('Dashboard').last().waitFor()
      await page.waitForTimeout(600)
    }),
    on('cheat sheet', '/variables/all', keys('Shift+?')),
    on('keyboard page', '/', keys('g', 'k')),
    on('tooltip', '/cohorts', async (page) => {
      await page.getByRole('link', { name: 'Variables Catalog' }).first().hover()
      await page.waitForTimeout(700)
    }),
    on('tour', '/', (page) => page.getByRole('button', { name: 'Take the tour' }).click()),
    on('glossary', '/', keys('g', 'w')),
    on('help menu', '/cohorts', (page) => page.getByRole('button', { name: 'Help', exact: true }).click()),
    on('pane menu', '/cohorts', (page) => page.getByRole('button', { name: 'Pane menu' }).first().click()),
    on('delete', `/cohorts/${cohorts.high}`, keys('Shift+D')),
    on('delete, unused cohort', `/cohorts/${cohorts.both}`, async (page) => {
      await page.keyboard.press('Shift+D')
      await dialogOf(page).waitFor()
      await page.keyboard.type('High')
    }),
    on('edit', `/cohorts/${cohorts.high}`, keys('e')),
    on('paste names', '/variable-sets/new', async (page) => {
      await page.getByRole('button', { name: 'Paste names…' }).click()
      await dialogOf(page).waitFor()
      await page.keyboard.type('SEX, NO_SUCH')
    }),
    on('choosing in the tree', `/cohorts/compound/${cohorts.high}`, async (page) => {
      await page.getByRole('button', { name: 'Choose second in tree' }).click()
      await dialogOf(page).waitFor()
    }),
    on('value for combinations', '/clinical-constructs/two-vars?variables=MOOD_HIGH_EVER,SEX', async (page) => {
      await page.getByRole('grid').locator('td[tabindex="0"]').focus()
      await page.keyboard.press('Enter')
      await dialogOf(page).waitFor()
    }),
    {
      ...on('editing a variable', '/variables/MOOD_HIGH_EVER', async (page) => {
        await page.getByRole('button', { name: 'Edit', exact: true }).click()
        await dialogOf(page).waitFor()
      }),
      user: 'admin',
    },
    on('definition as JSON', '/clinical-constructs/downcode?from=AGE_GROUP', (page) =>
      page.getByRole('button', { name: /JSON/ }).click(),
    ),
    on('toast of a failure', '/cohorts', (page) => runCommand(page, 'paste definition')),
    on('choosing from a list', `/downloads/new?set=${set}`, (page) =>
      page.getByRole('combobox', { name: 'Cohort' }).click(),
    ),
    {
      ...on('audit log', '/', async (page) => {
        await runCommand(page, 'audit log')
        await page.getByRole('table', { name: 'Audit log' }).waitFor()
      }),
      user: 'admin',
    },
    {
      ...on('audit log, nothing found', '/', async (page) => {
        await runCommand(page, 'audit log')
        await page.getByLabel('Who').fill('nobody')
        await page.getByText('No entries match the filter.').waitFor()
      }),
      user: 'admin',
    },
    {
      ...on('audit log, refused', '/', (page) => runCommand(page, 'audit log')),
      user: 'admin',
      before: (page) =>
        page.route('**/api/v0/audit*', (route) => route.fulfill({ status: 403, json: { message: 'No more.' } })),
    },
    { ...on('import', '/', (page) => runCommand(page, 'import data')), user: 'admin' },
    {
      ...on('import, report', '/', async (page) => {
        const folder = temporaryFolder({
          'mood.csv': 'who,age,low,site\np1,20,1,Oslo\np2,21,0,Bergen\np2,21,0,Bergen\n',
          'dictionary.csv': 'variable,form,section,question,type,values\nlow,mood,,Felt low?,radio,0=No; 1=Yes\n',
        })
        await runCommand(page, 'import data')
        const chooser = page.waitForEvent('filechooser')
        await page.getByRole('button', { name: 'Choose a folder…' }).click()
        await (await chooser).setFiles(folder.path)
        await page
          .getByText(/cannot be imported|blocking/)
          .first()
          .waitFor()
        folder.remove()
      }),
      user: 'admin',
    },
    on('session about to end', '/cohorts/subset', async (page) => {
      await page.clock.install()
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
      // A response after the clock jump extends the session.
      await page.waitForLoadState('networkidle')
      await page.clock.fastForward('29:00')
      await page.getByRole('alertdialog').waitFor()
    }),
    on('toast of two lines', '/projects/new', async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Pilot')
      await page.route('**/api/v0/project/new', (route) => route.fulfill({ json: { new_project_id: 2 } }))
      await page.route('**/api/v0/project/current', (route) =>
        route.fulfill({ status: 500, json: { message: 'The disk is full.' } }),
      )
      await page.keyboard.press('Control+s')
      await page.getByText('Unable to change current working project').first().waitFor()
    }),
    on('toast', `/cohorts/${cohorts.high}`, (page) => runCommand(page, 'copy definition')),
  ]
}
