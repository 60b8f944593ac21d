import type { Page } from '@playwright/test'
import type { Made } from '#tests/screens/made.ts'
import type { ScreenState } from '#tests/screens/states.ts'
import { builtFile } from '#tests/support/built-file.ts'

const neverRespond = (page: Page, path: string) => page.route(`**/api/v0${path}`, () => undefined)
const respondWithError = (page: Page, path: string) =>
  page.route(`**/api/v0${path}`, (route) => route.fulfill({ status: 500, json: { message: 'The disk is full.' } }))

const waiting = (name: string, path: string, ...calls: readonly string[]): ScreenState => ({
  name: `${name}, loading`,
  user: 'researcher',
  path,
  isWaiting: true,
  before: async (page) => {
    for (const call of calls) await neverRespond(page, call)
  },
})

const failing = (name: string, path: string, ...calls: readonly string[]): ScreenState => ({
  name: `${name}, error`,
  user: 'researcher',
  path,
  before: async (page) => {
    for (const call of calls) await respondWithError(page, call)
  },
})

const empty = (name: string, path: string): ScreenState => ({ name: `${name}, empty`, user: 'newcomer', path })
const here = (name: string, path: string): ScreenState => ({ name, user: 'researcher', path })

/** Screens that load, are empty, refuse or fail. */
export function troubleStates({ cohorts, set, project }: Made): readonly ScreenState[] {
  return [
    { name: 'login', user: null, path: '/' },
    {
      name: 'login, refused',
      user: null,
      path: '/',
      prepare: async (page) => {
        await page.getByLabel('Username').fill('nobody')
        await page.getByLabel('Password').fill('wrong')
        await page.keyboard.press('Enter')
        await page
          .getByText(/Unable to log in/)
          .first()
          .waitFor()
      },
    },
    {
      name: 'data being created',
      user: null,
      path: '/',
      before: async (page) => {
        await page.route('**/api/v0/userinfo', (route) => route.fulfill({ status: 503, json: { message: 'Not yet.' } }))
        await page.route('**/api/v0/version', (route) =>
          route.fulfill({ json: { diverapp: '1.0.0', progress: { done: 40, of: 100, seconds_left: 21 } } }),
        )
      },
    },
    waiting('first page', '/', '/userinfo'),
    waiting('dashboard', '/', '/project/*', '/cohort/info*', '/variableset/info*'),
    waiting('catalog', '/variables/all', '/variable/search'),
    waiting('variable', '/variables/MOOD_HIGH_EVER', '/variable/*'),
    waiting('custom variables', '/clinical-constructs/all', '/construct/list*'),
    waiting('cohorts', '/cohorts', '/cohort/info*'),
    waiting('cohort', `/cohorts/${cohorts.high}`, '/cohort/*'),
    waiting('cohort counts', `/cohorts/${cohorts.high}`, '/cohort/summary*'),
    waiting('subset', '/cohorts/subset?variable=MOOD_HIGH_EVER', '/variable/lookup', '/cohort/preview'),
    waiting('variable sets', '/variable-sets', '/variableset/info*'),
    waiting('variable set', `/variable-sets/${set}`, '/variableset/info*'),
    waiting('download', `/downloads/new?cohort=${cohorts.both}&set=${set}`, '/cohort/download/*'),
    waiting('projects', '/projects', '/project/info*'),
    waiting('project', `/projects/${project}`, '/cohort/info*', '/variableset/info*', '/construct/list*'),
    failing('first page', '/', '/userinfo'),
    failing('catalog', '/variables/all', '/variable/search'),
    failing('variable', '/variables/MOOD_HIGH_EVER', '/variable/lookup'),
    failing('variable, answers', '/variables/MOOD_HIGH_EVER', '/variable/distribution', '/variable/similar*'),
    failing('custom variables', '/clinical-constructs/all', '/construct/list*'),
    failing('cohorts', '/cohorts', '/cohort/info*'),
    failing('cohort counts', `/cohorts/${cohorts.high}`, '/cohort/summary*'),
    {
      ...failing('subset', '/cohorts/subset?variable=MOOD_HIGH_EVER', '/cohort/preview'),
      prepare: async (page) => {
        await page.getByLabel('Value').selectOption('1')
        await page.getByRole('alert').first().waitFor()
      },
    },
    failing('variable sets', '/variable-sets', '/variableset/info*'),
    failing('download', `/downloads/new?cohort=${cohorts.both}&set=${set}`, '/cohort/download/new'),
    failing('projects', '/projects', '/project/info*'),
    failing('project, cohorts', `/projects/${project}`, '/cohort/info*'),
    empty('dashboard', '/'),
    empty('catalog', '/variables/all?q=zzzz'),
    empty('custom variables', '/clinical-constructs/all'),
    empty('downcode', '/clinical-constructs/downcode'),
    empty('two variables', '/clinical-constructs/two-vars'),
    empty('many variables', '/clinical-constructs/multi'),
    empty('cohorts', '/cohorts'),
    empty('subset', '/cohorts/subset'),
    empty('compound', '/cohorts/compound/1'),
    empty('pedigree set', '/cohorts/pedigrees'),
    empty('variable sets', '/variable-sets'),
    empty('new variable set', '/variable-sets/new'),
    empty('download, no access', '/downloads/new?cohort=1'),
    empty('projects', '/projects'),
    empty('project', '/projects/1'),
    here('cohort, not found', '/cohorts/99999'),
    here('variable, not found', '/variables/NO_SUCH_NAME'),
    here('variable set, not found', '/variable-sets/99999'),
    here('project, not found', '/projects/99999'),
    here('page not found', '/nowhere'),
    {
      ...here('code not loaded', '/cohorts'),
      before: async (page) => {
        await page.route(builtFile('src/features/cohorts/screens/cohorts-screen.tsx'), (route) => route.abort())
      },
    },
    {
      ...here('unexpected error', '/cohorts'),
      // A screen's code that throws.
      before: async (page) => {
        await page.route(builtFile('src/features/cohorts/screens/cohorts-screen.tsx'), (route) =>
          route.fulfill({
            contentType: 'text/javascript',
            body: 'export default function Broken() { throw new Error("A screen that throws.") }',
          }),
        )
      },
    },
  ]
}
