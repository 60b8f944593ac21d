import { shownIn, type Row } from '#tests/spec/row.ts'

const CONSTANTS = 'the constants are those of spec section 9'
const READING = 'accepts lists with or without an envelope, numbers as text, collections as JSON'

/** Section 3: entities and their fields. */
export const ENTITIES: readonly Row[] = [
  ...shownIn('contract/liberal-reading.test.ts', [
    ['cohort, project, set, variable and user have the fields named, collections as a list or JSON', READING],
    ['user: privileges and collections', READING],
    ['unknown kinds, types and codes are shown as they are', 'keeps unknown data types'],
    [
      'summary rows: count, value, collection, consent, study_id, dx_nimh; of pedigrees pedigree_count, affected_count',
      'accepts counts with or without a split, of individuals or of pedigrees',
    ],
    [
      'a constraint has constraint_value (one) or constraint_values (two, for between)',
      'a condition is unchanged by encoding into the fields of its operator and decoding',
    ],
  ]),
  ...shownIn('domain/limits.test.ts', [
    [
      'cohort kinds: subset, compound, pedigree; collection codes',
      'the operator gives the kind of a cohort, and the code identifies a collection (spec section 3)',
    ],
  ]),
  ...shownIn('contract/family-and-set-calls.test.ts', [
    ['cohort 1 is All Individuals and cannot be deleted', 'renames and deletes cohorts except All Individuals'],
    ['pedigree constraint: min_pedsize, ped_constraint, ped_constraint_count', 'counts families with %o'],
    [
      'a compound cohort names both of its parents',
      'returns the union, intersection and difference of two cohorts, with their parents',
    ],
  ]),
  ...shownIn('contract/variable-calls.test.ts', [
    [
      'variable: type, observations, question, values and top answers',
      'a lookup keeps the order, omits unknown names and counts the answers',
    ],
  ]),
  ...shownIn('contract/custom-variable-calls.test.ts', [
    [
      'custom variable: values with definitions of constraints joined by AND or OR, in order',
      'counts, finds and lists a custom variable like a base variable',
    ],
  ]),
  ...shownIn('server/modules/codebooks/codebooks.test.ts', [
    ['contributor: PDF_file, PDF_page, TOC_page', 'every variable is on the page that the catalog names'],
  ]),
]

/** Section 4: states and transitions. */
export const TRANSITIONS: readonly Row[] = [
  ...shownIn('journeys/session.journey.ts', [
    [
      'success fetches user info and shows the app',
      'a session that ends keeps the work in progress and brings it back after login',
    ],
    ['a 401 clears the user', 'a session that ends keeps the work in progress and brings it back after login'],
    ['logout clears the user', 'logging out says so and shows the login form'],
  ]),
  ...shownIn('contract/liberal-reading.test.ts', [
    [
      'current_user null clears the session',
      'reads an anonymous user as null, and fills in defaults for absent fields',
    ],
  ]),
  ...shownIn('contract/project-calls.test.ts', [
    ['creating a project makes it current', 'each user starts in project 1, and a new project becomes the current one'],
  ]),
  ...shownIn('journeys/projects.journey.ts', [
    [
      'deleting the current project resets to project 1',
      'a project is made, becomes current, holds what is built, and is deleted with its name typed',
    ],
    [
      'delete modal: typed name must match; then to the return route',
      'a project is made, becomes current, holds what is built, and is deleted with its name typed',
    ],
  ]),
  ...shownIn('journeys/cohorts.journey.ts', [
    [
      'subset: variable, filter, Apply, save, then the new cohort',
      'a subset, a compound set and pedigrees, each from the key to the cohort’s page',
    ],
    [
      'compound: second cohort, preview runs, save',
      'a subset, a compound set and pedigrees, each from the key to the cohort’s page',
    ],
    [
      'pedigree: all relatives or criteria, preview, save',
      'a subset, a compound set and pedigrees, each from the key to the cohort’s page',
    ],
    [
      'Save needs a preview total above 0',
      'a name that is taken, and a filter that nobody meets, are told beside their fields',
    ],
  ]),
  ...shownIn('features/custom-variables/draft.test.ts', [
    [
      'custom variable save needs name, variable limit, default of a downcode, 2 named values, constraints',
      'names every thing and where it is mended',
    ],
    [
      'the default and [UNK] need no constraints',
      'the default and [UNK] need no condition; a downcode needs a default, others do not',
    ],
  ]),
  ...shownIn('journeys/custom-variables.journey.ts', [
    [
      'saving a custom variable goes to its page',
      'a downcode by keyboard alone: the counts of the draft are those of its page',
    ],
  ]),
  ...shownIn('contract/project-calls.test.ts', [
    [
      'a variable set needs a variable and a name',
      'a project needs a name or a description; a set needs a name and at least one existing variable',
    ],
  ]),
  ...shownIn('journeys/sets-and-downloads.journey.ts', [
    [
      'the file downloads automatically, with a manual retry',
      'a set is pasted, ordered, changed and downloaded; a download is cancelled, retried and bundled',
    ],
  ]),
  ...shownIn('contract/variable-edits.test.ts', [
    ['variable edits are queued for review', 'only queues edits without the capability'],
  ]),
]

/** Section 5: validation. */
export const VALIDATION: readonly Row[] = [
  ...shownIn('ui/forms/text-field.test.tsx', [
    [
      'a required field says so on blur; a validator checks again on each change',
      'a required field says so after blur, and checks again on each change',
    ],
    ['an input pattern blocks keystrokes', 'a pattern blocks what does not match it, and says so'],
  ]),
  ...shownIn('domain/messages.test.ts', [
    [
      'number inputs accept signed decimals, or empty, a lone . or a lone -',
      'a number input admits signed decimals, or empty, a lone "." or a lone "-"',
    ],
    ['the file is cohortname-setname.csv', 'is cohortname-setname.csv, without what cannot stand in a file name'],
  ]),
  ...shownIn('domain/names.test.ts', [
    [
      'custom variable name',
      'a variable name has 3 to 48 letters, digits or underscores and does not start with a digit',
    ],
    ['custom value name', 'a value name has up to 48 letters, digits or underscores'],
    ['cohort name', 'a cohort name is required, up to 48 characters, without quotes or backslashes'],
    [
      'names beyond the limit or with excluded characters are not typed',
      'keystrokes beyond the limit or with excluded characters are not taken',
    ],
    ['a project needs a name or a description', 'a project may go without a name'],
  ]),
  ...shownIn('contract/cohort-calls.test.ts', [
    ['a cohort name is taken once', 'refuses a duplicate name in a project and an empty cohort'],
    ['what no operator, type or value means is refused', 'refuses the invalid condition %o'],
  ]),
  ...shownIn('domain/data-types/date.test.ts', [['dates: YYYY-MM-DD with U, exactly 10 characters', '%s: %s']]),
  ...shownIn('domain/constraint.test.ts', [
    [
      'operators by data type',
      'offers exactly what the specification lists, and several categories at once on request',
    ],
  ]),
  ...shownIn('domain/limits.test.ts', [['operator labels', 'operators are labelled as spec section 5 says']]),
  ...shownIn('entities/condition-editor.test.tsx', [
    ['between takes two values', '"is between" takes two values, the first not greater than the second'],
    ['exists is flagged AVOID USING THIS', 'flags "exists" where a definition has it, and offers it nowhere else'],
  ]),
  ...shownIn('features/custom-variables/draft.test.ts', [
    [
      'never below two values, nor a definition below one row',
      'are never below two, and definitions never without a row',
    ],
    ['the combine table assigns every combination', 'every combination is assigned, and every value has one'],
  ]),
  ...shownIn('contract/custom-variable-calls.test.ts', [
    ['downcode: one variable, not dichotomous; two-variable: exactly two, categorical or dichotomous', 'refuses %o'],
    ['[UNK] is always there and is not sent', 'assigns the default to known non-matches only, not to unknown ones'],
  ]),
  ...shownIn('contract/family-and-set-calls.test.ts', [
    ['pedigrees take a categorical variable with EQ, or a dichotomous one', '%o does not define the affected members'],
  ]),
  ...shownIn('journeys/session.journey.ts', [
    [
      'login requires username and password',
      'a wrong password says so and keeps what was typed; empty fields are named',
    ],
  ]),
  ...shownIn('journeys/sets-and-downloads.journey.ts', [
    [
      'preview is disabled without access to any of the collections',
      'a user without collections sees the reason and cannot download',
    ],
  ]),
]

/** Section 6: roles. */
export const ROLES: readonly Row[] = [
  ...shownIn('contract/roles.test.ts', [
    ['any logged-in user can use all features; only an admin edits variables', 'enforces who may %s'],
    [
      'users with no collections cannot download',
      'explains to a user without readable collections why there is no download',
    ],
  ]),
  ...shownIn('commands/roles.test.ts', [
    [
      'commands say why they are off for a role',
      'a user without collections sees the reason at downloads, and can use everything else',
    ],
  ]),
  ...shownIn('domain/access.test.ts', [
    ['admin sees all collections, others those they hold', 'an admin reads all, others what they hold, some nothing'],
  ]),
  ...shownIn('contract/leaks.test.ts', [
    [
      'download and preview only for their collections',
      'discloses no participant of an unreadable collection in any response',
    ],
  ]),
  ...shownIn('journeys/variables.journey.ts', [['only an admin sees Edit', 'only an admin is offered it']]),
  ...shownIn('journeys/faces.journey.ts', [
    [
      'a link to apply for access',
      'the account, the collections by name, the guide and the way out stand in the header',
    ],
  ]),
]

/** Section 9: constants. */
export const LIMITS: readonly Row[] = [
  ...shownIn('domain/limits.test.ts', [
    ['API prefix, page sizes, name limits, toasts, roots, [UNK], figures, versions', CONSTANTS],
    ['compound options UNION, SUBTRACT, INTERSECT; at least, at most, exactly', CONSTANTS],
  ]),
  ...shownIn('workspace/screen-loading.test.tsx', [
    ['script chunk load timeout 120 s', 'is waited for 120 seconds, and not longer'],
  ]),
  ...shownIn('journeys/faces.journey.ts', [
    [
      'a chunk that never comes has a way to load the page anew',
      'a screen whose code never comes is given up after two minutes, with a way to load it anew',
    ],
  ]),
]
