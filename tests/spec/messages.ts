import { shownIn, type Row } from '#tests/spec/row.ts'

const TEXTS = 'status text, then "$expected", then "$context"'
const LATE = 'reports a failure that follows a successful change and keeps the change'
const NOT_COME = 'shows the specified messages if cohorts fail to load or a custom variable has an unknown type'
const TOASTS = 'pastes, orders, edits and downloads a variable set; cancels, retries and bundles a download'

/** Sections 2, 5 and 8: all fixed messages. */
export const MESSAGES: readonly Row[] = [
  ...shownIn(
    'contract/error-texts.test.ts',
    [
      'Unable to log in.',
      'Unable to log out.',
      'Unable to get backend app info.',
      'Unable to get Variables.',
      'Unable to get custom Variables.',
      'Unable to get Variable.',
      'Unable to edit Variable.',
      'Failed to save Custom Variable.',
      'Unable to get Cohorts.',
      'Unable to get All Cohorts.',
      'Unable to get selected cohort with id {id}.',
      'Could not get Cohort with id {id}.',
      'Unable to preview Cohort.',
      'Unable to preview Pedigree Set.',
      'Unable to save Cohort.',
      'Unable to save Pedigree Set.',
      'Unable to save Project.',
      'Unable to get Projects.',
      'Unable to get project with id {id}.',
      'Unable to change current working project to {id}.',
      'Unable to delete Project.',
      'Unable to get Cohorts for project id {id}.',
      'Unable to get Variable Sets for project id {id}.',
      'Unable to get custom Variables for project id {id}.',
      'Unable to get Variable Set(s).',
      'Unable to save Variable Set.',
      'Unable to preview Download.',
      'Unable to generate Download for preview.',
      'Unable to delete {entity}.',
    ].map((message) => [message, TEXTS] as const),
  ),
  ...shownIn('journeys/faces.journey.ts', [
    ['Page Not Found', 'shows the specified message and a way back for unknown routes and ids'],
    [
      'The page you were looking for could not be found.',
      'shows the specified message and a way back for unknown routes and ids',
    ],
  ]),
  ...shownIn('workspace/screen-loading.test.tsx', [
    ['Unexpected Application Error!', 'reports any other failure of a screen as unexpected'],
  ]),
  ...shownIn('domain/text/names.test.ts', [
    [
      'Variable name is not long enough; minimum 3 characters',
      'requires a variable name of 3 to 48 letters, digits or underscores that does not start with a digit',
    ],
  ]),
  ...shownIn('contract/cohort-calls.test.ts', [
    [
      'A cohort with this name already exists. Please choose a different name.',
      'refuses a duplicate name in a project and an empty cohort',
    ],
  ]),
  ...shownIn('ui/forms/text-field.test.tsx', [
    ['{label} is required.', 'shows the error of a required field after blur and validates again on each change'],
  ]),
  ...shownIn('domain/data-types/date.test.ts', [
    ['Date is not long enough', 'validates %s: %s'],
    ['Date is too long', 'validates %s: %s'],
  ]),
  ...shownIn('journeys/session.journey.ts', [
    ['Successfully logged out.', 'confirms the logout and shows the login form'],
  ]),
  ...shownIn('journeys/variables.journey.ts', [
    ['Variable edits queued for review.', 'queues an edit with a comment for review without applying it'],
  ]),
  ...shownIn('journeys/projects.journey.ts', [
    [
      'No Variable Sets have been created in this project yet!',
      'creates a project, makes it current, lists its contents, and deletes it after its name is typed',
    ],
    [
      'Variable Set saved.',
      'creates a project, makes it current, lists its contents, and deletes it after its name is typed',
    ],
  ]),
  ...shownIn('command-kit/palette/palette.test.tsx', [
    ['No results found.', 'shows a message without an empty list if there is no result'],
  ]),
  ...shownIn('journeys/late-failures.journey.ts', [
    ['Unable to change current working project to the new project.', LATE],
    ['Unable to change current working project to the default project.', LATE],
    ['Unable to update changes on page. Please reload this window.', LATE],
    ['Error updating page. Please reload to see changes.', 'reports that a saved variable set could not be reloaded'],
    ['A problem has occurred and no cohorts could be loaded', NOT_COME],
    ['Unable to get the variables included in this Custom Variable.', NOT_COME],
    ['Unknown custom variable type', NOT_COME],
  ]),
  ...shownIn('entities/cohorts/cohort-tree.test.ts', [
    [
      'Unknown. The type of this Cohort is unrecognized.',
      'groups cohorts by kind and nests each cohort under its parent',
    ],
  ]),
  ...shownIn('journeys/sets-and-downloads.journey.ts', [
    ['Changes saved.', TOASTS],
    ["You don't have any variable sets!", 'shows a user without collections the reason and disables the download'],
  ]),
]
