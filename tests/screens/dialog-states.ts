import type { Page } from '@playwright/test'
import { temporaryFolder } from '#tests/support/import-folders.ts'
import type { Made } from '#tests/screens/made.ts'
import type { ScreenState } from '#tests/screens/states.ts'

const on = (name: string, path: string, prepare: (page: Page) => Promise<void>): ScreenState => ({
  name,
  user: 'researcher',
  path,
  prepare,
})

async function inPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await dialogOf(page).waitFor()
  await page.keyboard.type(text)
}

async function run(page: Page, text: string): Promise<void> {
  await inPalette(page, `>${text}`)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
}

const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

/** Keys that open a dialog. */
const keys =
  (...pressed: readonly string[]) =>
  async (page: Page) => {
    for (const key of pressed) await page.keyboard.press(key)
    await dialogOf(page).waitFor()
  }

/** What lies above a screen: palette, keys, menus, dialogs. */
export function dialogStates({ cohorts, set }: Made): readonly ScreenState[] {
  return [
    on('palette', '/', (page) => inPalette(page, '')),
    on('palette, found', '/', (page) => inPalette(page, 'mood')),
    on('palette, nothing found', '/', (page) => inPalette(page, 'zzzz qqqq')),
    on('palette, asking', '/', (page) => run(page, 'work on project')),
    on('palette, disabled commands', '/', (page) => inPalette(page, '>delete')),
    on('what may follow a key', '/variables/all', async (page) => {
      await page.keyboard.press('g')
      await page.getByText('Dashboard').last().waitFor()
      await page.waitForTimeout(600)
    }),
    on('cheat sheet', '/variables/all', keys('Shift+?')),
    on('keyboard page', '/', keys('g', 'k')),
    on('tooltip', '/cohorts', async (page) => {
      await page.getByRole('link', { name: 'Download Data' }).first().hover()
      await page.waitForTimeout(700)
    }),
    on('tour', '/', (page) => page.getByRole('button', { name: 'Take the tour' }).click()),
    on('glossary', '/', keys('g', 'w')),
    on('help menu', '/cohorts', (page) => page.getByRole('button', { name: 'Help', exact: true }).click()),
    on('account', '/', (page) => page.getByRole('button', { name: /: account$/ }).click()),
    on('your account', '/', (page) => run(page, 'your account')),
    on('turning on a second factor', '/', (page) => run(page, 'turn on a second factor')),
    on('pane menu', '/cohorts', (page) =>
      page
        .getByRole('button', { name: /more|menu/i })
        .first()
        .click(),
    ),
    on('delete', `/cohorts/${cohorts.high}`, keys('Shift+D')),
    on('delete, what nothing needs', `/cohorts/${cohorts.both}`, async (page) => {
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
    on('definition as JSON', '/clinical-constructs/downcode?from=AGE_GROUP', (page) =>
      page.getByRole('button', { name: /JSON/ }).click(),
    ),
    on('toast of what failed', '/cohorts', (page) => run(page, 'paste definition')),
    on('choosing from a list', `/downloads/new?set=${set}`, (page) =>
      page.getByRole('combobox', { name: 'Cohort' }).click(),
    ),
    { ...on('import', '/', (page) => run(page, 'import data')), user: 'admin' },
    {
      ...on('import, report', '/', async (page) => {
        const folder = temporaryFolder({
          'mood.csv': 'who,age,low,site\np1,20,1,Oslo\np2,21,0,Bergen\np2,21,0,Bergen\n',
          'dictionary.csv': 'variable,form,section,question,type,values\nlow,mood,,Felt low?,radio,0=No; 1=Yes\n',
        })
        await run(page, 'import data')
        const chooser = page.waitForEvent('filechooser')
        await page.getByRole('button', { name: 'Choose a folder…' }).click()
        await (await chooser).setFiles(folder.path)
        await page
          .getByText(/cannot be imported|stops it/)
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
      // What is answered after the leap lets the session go on.
      await page.waitForLoadState('networkidle')
      await page.clock.fastForward('29:00')
      await page.getByRole('alertdialog').waitFor()
    }),
    on('toast', `/cohorts/${cohorts.high}`, (page) => run(page, 'copy definition')),
  ]
}
