import { shownIn, type Row } from '#tests/spec/row.ts'

const COHORTS = 'a subset, a compound set and pedigrees, each from the key to the cohort’s page'
const PROJECTS = 'a project is made, becomes current, holds what is built, and is deleted with its name typed'
const SETS = 'a set is pasted, ordered, changed and downloaded; a download is cancelled, retried and bundled'
const MAIN_JOB = 'from sign-in to CSV on the synthetic data, by keyboard alone'
const NOT_THERE = 'what is not there says so in its words, with the way back'
const HEADER = 'the account, the collections by name, the guide and the way out stand in the header'

export const ROUTES: readonly Row[] = [
  ...shownIn('commands/commands.test.ts', [['/', 'the dashboard has the six tasks of spec section 2']]),
  ...shownIn('journeys/projects.journey.ts', [
    ['/projects', PROJECTS],
    ['/projects/new', PROJECTS],
    ['/projects/:id', PROJECTS],
  ]),
  ...shownIn('journeys/cohorts.journey.ts', [
    ['/cohorts', COHORTS],
    ['/cohorts/subset/:id?', COHORTS],
    ['/cohorts/compound/:id', COHORTS],
    ['/cohorts/pedigrees/:id?', COHORTS],
    ['/cohorts/:id', COHORTS],
  ]),
  ...shownIn('journeys/main-job-sample.journey.ts', [
    ['/variables/all', MAIN_JOB],
    ['/downloads/new', MAIN_JOB],
  ]),
  ...shownIn('journeys/variables.journey.ts', [
    ['/variables/:id', 'up to four variables stand side by side, and their counts follow the cohort'],
  ]),
  ...shownIn('journeys/sets-and-downloads.journey.ts', [
    ['/variable-sets', SETS],
    ['/variable-sets/new', SETS],
    ['/variable-sets/:id', SETS],
  ]),
  ...shownIn('journeys/custom-variables.journey.ts', [
    ['/clinical-constructs/all', 'a downcode by keyboard alone: the counts of the draft are those of its page'],
    ['/clinical-constructs/downcode', 'a downcode by keyboard alone: the counts of the draft are those of its page'],
    ['/clinical-constructs/two-vars', 'two variables by keyboard alone: the table is painted by keys and read out'],
    [
      '/clinical-constructs/multi',
      'many variables by keyboard alone, with a group, from JSON and from one that is there',
    ],
  ]),
]

/** The rest of sections 1 and 2. */
export const SCREENS: readonly Row[] = [
  ...shownIn('server/modules/codebooks/codebooks.test.ts', [
    [
      '/codebooks/{pdf}: the page of the codebook that the catalog names',
      'every variable is on the page that the catalog names',
    ],
    ['codebooks are for those who are logged in', 'serves codebooks to signed-in users only, and no other files'],
  ]),
  ...shownIn('journeys/catalog.journey.ts', [
    [
      'a codebook opens in a new tab at #toolbar=0&page={pagenum}',
      'a codebook is a link to its page in a new tab; one that is not there is a page that says so',
    ],
  ]),
  ...shownIn('commands/commands.test.ts', [
    ['routes match exactly, and each is there once', 'each has exactly one command'],
  ]),
  ...shownIn('journeys/session.journey.ts', [
    [
      'a login is required: a form with username and password',
      'a wrong password says so and keeps what was typed; empty fields are named',
    ],
    [
      'the footer names diverapp, diverweb, diverRPC, db_procs, db_edit',
      'the versions stand in the footer before login too',
    ],
  ]),
  ...shownIn('journeys/other-back-end.journey.ts', [
    [
      'the login form is hidden with an external login',
      'where one logs in elsewhere, one is taken there and back to the work',
    ],
    [
      'Log out is hidden with an external login',
      'where one logs in elsewhere, one is taken there and back to the work',
    ],
  ]),
  ...shownIn('contract/session-calls.test.ts', [
    [
      'the dashboard’s figures come from the back end',
      'returns the version to anonymous requests, with the data size and without demo accounts',
    ],
  ]),
  ...shownIn('workspace/workspace.test.tsx', [
    [
      'page titles end with a short product suffix',
      'shows the panes of the address, each its own page, and the document’s title is the focused one’s',
    ],
  ]),
  ...shownIn('journeys/faces.journey.ts', [
    ['any other path is Page Not Found, with a link back to the dashboard', NOT_THERE],
    ['a project that is not there is told', NOT_THERE],
    ['a cohort that is not there is told', NOT_THERE],
    ['a variable that is not there is told', NOT_THERE],
    ['a variable set that is not there is told, and the notice says cohort', NOT_THERE],
    ['How To Use guide, a PDF', HEADER],
    ['Log out', HEADER],
    ['Help For This Page, the guide at the page of the route', HEADER],
  ]),
  ...shownIn('guide/guide.test.ts', [['each route has its page of the guide', 'help for %s opens the page about it']]),
  ...shownIn('journeys/projects.journey.ts', [
    ['the header has the current project', PROJECTS],
    ['Manage Projects, Add a Project, Work on Project', PROJECTS],
    ['a project shows its cohorts, variable sets and custom variables', PROJECTS],
    ['delete modals require typing the name', PROJECTS],
  ]),
  ...shownIn('workspace/screen-loading.test.tsx', [
    ['an unexpected failure shows a fallback', 'any other failure of a screen is the unexpected one'],
  ]),
  ...shownIn('ui/tables/pagination.test.tsx', [
    [
      'tables: 10, 25 or 50 a page, first, previous, next, last and jump',
      'a table has 10, 25 or 50 rows a page, and first, previous, next, last and jump to page',
    ],
  ]),
  ...shownIn('journeys/variables.journey.ts', [
    [
      'a variable’s page compares side by side, with counts per chosen cohort',
      'up to four variables stand side by side, and their counts follow the cohort',
    ],
    ['an admin edits a variable from its page', 'an admin proposes a change with a comment; it is queued, not applied'],
  ]),
]
