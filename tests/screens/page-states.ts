import type { Page } from '@playwright/test'
import type { Made } from '#tests/screens/made.ts'
import type { ScreenState } from '#tests/screens/states.ts'

const apply = (page: Page) => page.keyboard.press('Control+Enter')

export async function choose(page: Page, label: string | RegExp, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
}

/** Types at the beginning of a study file. */
async function typeFirst(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Study file' }).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.insertText(text)
}

const screen = (name: string, path: string, prepare?: (page: Page) => Promise<void>): ScreenState => ({
  name,
  user: 'researcher',
  path,
  ...(prepare && { prepare }),
})

/** Screens with content: full, long, many rows, several side by side. */
export function pageStates({ cohorts, set, project, long }: Made): readonly ScreenState[] {
  const two = `beside=${encodeURIComponent('/variables/MOOD_HIGH_EVER')}`
  const four = `${two}&beside=${encodeURIComponent(`/cohorts/${cohorts.high}`)}&beside=%2Fcohorts`
  return [
    screen('dashboard', '/'),
    screen('new-pane', '/new'),
    screen('catalog', '/variables/all?q=sleep'),
    screen('catalog, all', '/variables/all'),
    screen('catalog, rows selected', '/variables/all?q=mood', async (page) => {
      await page.getByRole('grid').focus()
      for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    }),
    screen('variable, categories', '/variables/MOOD_HIGH_EVER'),
    screen('variable, several codes', '/variables/MOOD_LOW_SIGNS'),
    screen('variable, numbers', '/variables/INTERVIEW_AGE'),
    screen('variable, custom', '/variables/MOOD_HISTORY'),
    screen('variable in two cohorts', `/variables/MOOD_LOW_AGE?cohort=${cohorts.high}&cohort=${cohorts.low}`),
    { ...screen('variable, administrator', '/variables/MOOD_HIGH_EVER'), user: 'admin' },
    screen('study file', '/project/study', async (page) => {
      await typeFirst(page, 'cohort "New" = SEX = Female\n\n')
      await page.getByRole('list', { name: 'Changes' }).waitFor()
    }),
    screen('study file, an error', '/project/study', async (page) => {
      await typeFirst(page, 'cohort "New" = SEX = Femal\n\n')
      await page.getByRole('list', { name: 'Errors' }).waitFor()
    }),
    screen('command log', '/project/study/log'),
    screen('custom variables', '/clinical-constructs/all'),
    screen('downcode', '/clinical-constructs/downcode?variables=SCHOOLING'),
    screen('downcode, started from another', '/clinical-constructs/downcode?from=AGE_GROUP'),
    screen('two variables', '/clinical-constructs/two-vars?variables=MOOD_HIGH_EVER,MOOD_LOW_EVER'),
    screen('many variables', '/clinical-constructs/multi?from=PSYCHOTIC_SIGNS'),
    screen('cohorts', '/cohorts'),
    { ...screen('cohorts, many', '/cohorts'), user: 'admin' },
    screen('cohort, all individuals', '/cohorts/1'),
    screen('cohort, subset', `/cohorts/${cohorts.high}`),
    screen('cohort, compound', `/cohorts/${cohorts.both}`),
    screen('cohort, pedigrees', `/cohorts/${cohorts.families}`),
    screen('pedigrees, contact sheet', `/cohorts/${cohorts.families}?pedigree=1`),
    screen('pedigree drawn', `/cohorts/${cohorts.families}?pedigree=1&large=1`),
    screen('cohorts compared', `/cohorts/${cohorts.high}?compare=${cohorts.low}`),
    screen(
      'cohorts compared, four',
      `/cohorts/${cohorts.high}?compare=${cohorts.low},${cohorts.both},1&variable=INTERVIEW_AGE`,
    ),
    screen('variable against another, numbers', '/variables/INTERVIEW_AGE/against/AGE_TODAY'),
    screen('variable against another, categories', '/variables/SCHOOLING/against/MOOD_LOW_EVER'),
    screen('variable against another, boxes', '/variables/INTERVIEW_AGE/against/SCHOOLING'),
    { ...screen('cohort, long words', `/cohorts/${long.cohort}`), user: 'admin' },
    screen('subset', '/cohorts/subset?variable=MOOD_HIGH_EVER', async (page) => {
      await page.getByLabel('Value').selectOption('1')
      await apply(page)
    }),
    screen('subset of numbers', '/cohorts/subset?variable=INTERVIEW_AGE'),
    screen('rules', '/cohorts/build?variables=MOOD_HIGH_EVER,MOOD_LOW_EVER'),
    screen('rules of a saved cohort', `/cohorts/build/${cohorts.both}`),
    screen('compound', `/cohorts/compound/${cohorts.high}`, async (page) => {
      await choose(page, /second/i, 'Low mood')
      await apply(page)
    }),
    screen('pedigree set', '/cohorts/pedigrees?variable=MOOD_LOW_EVER', async (page) => {
      await page.getByLabel('Value for affected').selectOption('1')
      await apply(page)
    }),
    screen('variable sets', '/variable-sets'),
    screen('variable set', `/variable-sets/${set}`),
    screen('variable set, editing', `/variable-sets/${set}`, async (page) => {
      await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
      await page.keyboard.press('e')
      await page.getByLabel('Name', { exact: true }).waitFor()
    }),
    { ...screen('variable set, long words', `/variable-sets/${long.set}`), user: 'admin' },
    screen('new variable set', '/variable-sets/new?variables=SEX,AGE_TODAY,SLEEP_HOURS,MOOD_HISTORY'),
    screen('download', `/downloads/new?cohort=${cohorts.both}&set=${set}`, apply),
    screen('projects', '/projects'),
    screen('project', `/projects/${project}`),
    { ...screen('project, long words', `/projects/${long.project}`), user: 'admin' },
    screen('new project', '/projects/new'),
    screen('two panes', `/variables/all?q=mood&${two}`),
    screen('four panes', `/variables/all?q=mood&${four}`),
  ]
}
