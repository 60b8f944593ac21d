import { shownIn, type Row } from '#tests/spec/row.ts'

const TEXTS = 'status text, then "$expected", then "$context"'
const LATE = 'what fails after a change was made is told, and the change stays'
const NOT_COME = 'cohorts that do not come, and a custom variable of an unknown type, are told in their words'
const TOASTS = 'a set is pasted, ordered, changed and downloaded; a download is cancelled, retried and bundled'

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
    ['Page Not Found', 'what is not there says so in its words, with the way back'],
    ['The page you were looking for could not be found.', 'what is not there says so in its words, with the way back'],
  ]),
  ...shownIn('workspace/screen-loading.test.tsx', [
    ['Unexpected Application Error!', 'any other failure of a screen is the unexpected one'],
  ]),
  ...shownIn('domain/names.test.ts', [
    [
      'Variable name is not long enough; minimum 3 characters',
      'a variable name has 3 to 48 letters, digits or underscores and does not start with a digit',
    ],
  ]),
  ...shownIn('contract/cohort-calls.test.ts', [
    [
      'A cohort with this name already exists. Please choose a different name.',
      'refuses a duplicate name in a project and an empty cohort',
    ],
  ]),
  ...shownIn('ui/forms/text-field.test.tsx', [
    ['{label} is required.', 'a required field says so after blur, and checks again on each change'],
  ]),
  ...shownIn('domain/data-types/date.test.ts', [
    ['Date is not long enough', '%s: %s'],
    ['Date is too long', '%s: %s'],
  ]),
  ...shownIn('journeys/session.journey.ts', [
    ['Successfully logged out.', 'logging out says so and shows the login form'],
  ]),
  ...shownIn('journeys/variables.journey.ts', [
    ['Variable edits queued for review.', 'an admin proposes a change with a comment; it is queued, not applied'],
  ]),
  ...shownIn('journeys/projects.journey.ts', [
    [
      'No Variable Sets have been created in this project yet!',
      'a project is made, becomes current, holds what is built, and is deleted with its name typed',
    ],
    [
      'Variable Set saved.',
      'a project is made, becomes current, holds what is built, and is deleted with its name typed',
    ],
  ]),
  ...shownIn('command-kit/palette/palette.test.tsx', [
    ['No results found.', 'says that it found nothing, without an empty list'],
  ]),
  ...shownIn('journeys/late-failures.journey.ts', [
    ['Unable to change current working project to the new project.', LATE],
    ['Unable to change current working project to the default project.', LATE],
    ['Unable to update changes on page. Please reload this window.', LATE],
    ['Error updating page. Please reload to see changes.', 'a set that was saved and cannot be asked anew says so'],
    ['A problem has occurred and no cohorts could be loaded', NOT_COME],
    ['Unable to get the variables included in this Custom Variable.', NOT_COME],
    ['Unknown custom variable type', NOT_COME],
  ]),
  ...shownIn('features/cohorts/cohort-tree.test.ts', [
    [
      'Unknown. The type of this Cohort is unrecognized.',
      'cohorts stand below their kind, and within it below what they were made from',
    ],
  ]),
  ...shownIn('journeys/sets-and-downloads.journey.ts', [
    ['Changes saved.', TOASTS],
    ["You don't have any variable sets!", 'a user without collections sees the reason and cannot download'],
  ]),
]
