import { shownIn, type Row } from '#tests/spec/row.ts'

const COHORTS = 'creates a subset, a compound set and pedigrees by keyboard and opens each cohort'
const PROJECTS = 'creates a project, makes it current, lists its contents, and deletes it after its name is typed'
const SETS = 'pastes, orders, edits and downloads a variable set; cancels, retries and bundles a download'
const MAIN_JOB = 'leads from sign-in to a CSV of the synthetic data by keyboard alone'
const NOT_THERE = 'shows the specified message and a way back for unknown routes and ids'
const HEADER = 'shows the account, the collections by name, the guide and the logout in the header'

export const ROUTES: readonly Row[] = [
  ...shownIn('commands/commands.test.ts', [['/', 'shows the six tasks of spec section 2 on the dashboard']]),
  ...shownIn('journeys/projects.journey.ts', [
    ['/projects', PROJECTS],
    ['/projects/new', PROJECTS],
    ['/projects/:id', PROJECTS],
  ]),
  ...shownIn('journeys/cohorts.journey.ts', [
    ['/cohorts', COHORTS],
    ['/cohorts/subset/:id?', COHORTS],
    ['/cohorts/compound/:id?', COHORTS],
    ['/cohorts/pedigrees/:id?', COHORTS],
    ['/cohorts/:id', COHORTS],
  ]),
  ...shownIn('journeys/main-job-sample.journey.ts', [
    ['/variables/all', MAIN_JOB],
    ['/downloads/new', MAIN_JOB],
  ]),
  ...shownIn('journeys/variables.journey.ts', [
    ['/variables/:id', 'shows up to four variables side by side with counts of the chosen cohort'],
  ]),
  ...shownIn('journeys/sets-and-downloads.journey.ts', [
    ['/variable-sets', SETS],
    ['/variable-sets/new', SETS],
    ['/variable-sets/:id', SETS],
  ]),
  ...shownIn('journeys/custom-variables.journey.ts', [
    ['/clinical-constructs/all', 'builds a downcode by keyboard alone, and its page shows the previewed counts'],
    ['/clinical-constructs/downcode', 'builds a downcode by keyboard alone, and its page shows the previewed counts'],
    ['/clinical-constructs/two-vars', 'combines two variables by keyboard alone and announces each assignment'],
    [
      '/clinical-constructs/multi',
      'combines many variables by keyboard alone, with a group, from JSON and from an existing variable',
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
  ...shownIn('journeys/variable-edits.journey.ts', [
    [
      'a codebook opens in a new tab at #toolbar=0&page={pagenum}',
      'links a codebook to its page in a new tab, and shows Page Not Found for a missing codebook',
    ],
  ]),
  ...shownIn('commands/commands.test.ts', [
    ['routes match exactly, and each is declared once', 'have exactly one command each'],
  ]),
  ...shownIn('journeys/session.journey.ts', [
    [
      'a login is required: a form with username and password',
      'keeps the username after a wrong password and reports empty fields',
    ],
    [
      'the footer names diverapp, diverweb, diverRPC, db_procs, db_edit',
      'shows the versions in the footer before and after login',
    ],
  ]),
  ...shownIn('journeys/other-back-end.journey.ts', [
    [
      'the login form is hidden with an external login',
      'redirects to an external login and returns to the work in progress',
    ],
    ['Log out is hidden with an external login', 'redirects to an external login and returns to the work in progress'],
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
      'shows one pane per page of the URL and the title of the focused pane as document title',
    ],
  ]),
  ...shownIn('journeys/faces.journey.ts', [
    ['any other path is Page Not Found, with a link back to the dashboard', NOT_THERE],
    ['reports an unknown project', NOT_THERE],
    ['reports an unknown cohort', NOT_THERE],
    ['reports an unknown variable', NOT_THERE],
    ['reports an unknown variable set, by a message about a cohort', NOT_THERE],
    ['How To Use guide, a PDF', HEADER],
    ['Log out', HEADER],
    ['Help For This Page, the guide at the page of the route', HEADER],
  ]),
  ...shownIn('guide/guide.test.ts', [
    ['each route has its page of the guide', 'opens help for %s at the page of its chapter'],
  ]),
  ...shownIn('journeys/projects.journey.ts', [
    ['the header has the current project', PROJECTS],
    ['Manage Projects, Add a Project, Work on Project', PROJECTS],
    ['a project shows its cohorts, variable sets and custom variables', PROJECTS],
    ['delete modals require typing the name', PROJECTS],
  ]),
  ...shownIn('workspace/screen-loading.test.tsx', [
    ['an unexpected failure shows a fallback', 'reports any other failure of a screen as unexpected'],
  ]),
  ...shownIn('ui/tables/pagination.test.tsx', [
    [
      'tables: 10, 25 or 50 a page, first, previous, next, last and jump',
      'has pages of 10, 25 or 50 rows with first, previous, next, last and jump to page',
    ],
  ]),
  ...shownIn('journeys/variables.journey.ts', [
    [
      'a variable’s page compares side by side, with counts per chosen cohort',
      'shows up to four variables side by side with counts of the chosen cohort',
    ],
    ['an admin edits a variable from its page', 'queues an edit with a comment for review without applying it'],
  ]),
]
