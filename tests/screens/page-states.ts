import type { Page } from '@playwright/test'
import type { Made } from '#tests/screens/made.ts'
import type { ScreenState } from '#tests/screens/states.ts'

const apply = (page: Page) => page.keyboard.press('Control+Enter')

export async function choose(page: Page, label: string | RegExp, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
}

const at = (name: string, path: string, prepare?: (page: Page) => Promise<void>): ScreenState => ({
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
    at('dashboard', '/'),
    at('new-pane', '/new'),
    at('catalog', '/variables/all?q=sleep'),
    at('catalog, all', '/variables/all'),
    at('catalog, rows selected', '/variables/all?q=mood', async (page) => {
      await page.getByRole('grid').focus()
      for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    }),
    at('variable, categories', '/variables/MOOD_HIGH_EVER'),
    at('variable, several codes', '/variables/MOOD_LOW_SIGNS'),
    at('variable, numbers', '/variables/INTERVIEW_AGE'),
    at('variable, custom', '/variables/MOOD_HISTORY'),
    at('variable in two cohorts', `/variables/MOOD_LOW_AGE?cohort=${cohorts.high}&cohort=${cohorts.low}`),
    { ...at('variable, administrator', '/variables/MOOD_HIGH_EVER'), user: 'admin' },
    at('custom variables', '/clinical-constructs/all'),
    at('downcode', '/clinical-constructs/downcode?variables=SCHOOLING'),
    at('downcode, started from another', '/clinical-constructs/downcode?from=AGE_GROUP'),
    at('two variables', '/clinical-constructs/two-vars?variables=MOOD_HIGH_EVER,MOOD_LOW_EVER'),
    at('many variables', '/clinical-constructs/multi?from=PSYCHOTIC_SIGNS'),
    at('cohorts', '/cohorts'),
    { ...at('cohorts, many', '/cohorts'), user: 'admin' },
    at('cohort, all individuals', '/cohorts/1'),
    at('cohort, subset', `/cohorts/${cohorts.high}`),
    at('cohort, compound', `/cohorts/${cohorts.both}`),
    at('cohort, pedigrees', `/cohorts/${cohorts.families}`),
    at('pedigrees, contact sheet', `/cohorts/${cohorts.families}?pedigree=1`),
    at('pedigree drawn', `/cohorts/${cohorts.families}?pedigree=1&large=1`),
    at('cohorts compared', `/cohorts/${cohorts.high}?compare=${cohorts.low}`),
    at(
      'cohorts compared, four',
      `/cohorts/${cohorts.high}?compare=${cohorts.low},${cohorts.both},1&variable=INTERVIEW_AGE`,
    ),
    at('variable against another, numbers', '/variables/INTERVIEW_AGE/against/AGE_TODAY'),
    at('variable against another, categories', '/variables/SCHOOLING/against/MOOD_LOW_EVER'),
    at('variable against another, boxes', '/variables/INTERVIEW_AGE/against/SCHOOLING'),
    { ...at('cohort, long words', `/cohorts/${long.cohort}`), user: 'admin' },
    at('subset', '/cohorts/subset?variable=MOOD_HIGH_EVER', async (page) => {
      await page.getByLabel('Value').selectOption('1')
      await apply(page)
    }),
    at('subset of numbers', '/cohorts/subset?variable=INTERVIEW_AGE'),
    at('rules', '/cohorts/build?variables=MOOD_HIGH_EVER,MOOD_LOW_EVER'),
    at('rules of a saved cohort', `/cohorts/build/${cohorts.both}`),
    at('compound', `/cohorts/compound/${cohorts.high}`, async (page) => {
      await choose(page, /second/i, 'Low mood')
      await apply(page)
    }),
    at('pedigree set', '/cohorts/pedigrees?variable=MOOD_LOW_EVER', async (page) => {
      await page.getByLabel('Value for affected').selectOption('1')
      await apply(page)
    }),
    at('variable sets', '/variable-sets'),
    at('variable set', `/variable-sets/${set}`),
    at('variable set, editing', `/variable-sets/${set}`, async (page) => {
      await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
      await page.keyboard.press('e')
      await page.getByLabel('Name', { exact: true }).waitFor()
    }),
    { ...at('variable set, long words', `/variable-sets/${long.set}`), user: 'admin' },
    at('new variable set', '/variable-sets/new?variables=SEX,AGE_TODAY,SLEEP_HOURS,MOOD_HISTORY'),
    at('download', `/downloads/new?cohort=${cohorts.both}&set=${set}`, apply),
    at('projects', '/projects'),
    at('project', `/projects/${project}`),
    { ...at('project, long words', `/projects/${long.project}`), user: 'admin' },
    at('new project', '/projects/new'),
    at('two panes', `/variables/all?q=mood&${two}`),
    at('four panes', `/variables/all?q=mood&${four}`),
  ]
}
