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
      'derives the kind of a cohort from its operator and a collection from its code (spec section 3)',
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
      'keeps the work in progress when a session ends and restores it after login',
    ],
    ['a 401 clears the user', 'keeps the work in progress when a session ends and restores it after login'],
    ['logout clears the user', 'confirms the logout and shows the login form'],
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
      'creates a project, makes it current, lists its contents, and deletes it after its name is typed',
    ],
    [
      'delete modal: typed name must match; then to the return route',
      'creates a project, makes it current, lists its contents, and deletes it after its name is typed',
    ],
  ]),
  ...shownIn('journeys/cohorts.journey.ts', [
    [
      'subset: variable, filter, Apply, save, then the new cohort',
      'creates a subset, a compound set and pedigrees by keyboard and opens each cohort',
    ],
    [
      'compound: second cohort, preview runs, save',
      'creates a subset, a compound set and pedigrees by keyboard and opens each cohort',
    ],
    [
      'pedigree: all relatives or criteria, preview, save',
      'creates a subset, a compound set and pedigrees by keyboard and opens each cohort',
    ],
    ['Save needs a preview total above 0', 'reports a taken name and a filter without matches beside their fields'],
  ]),
  ...shownIn('features/custom-variables/draft.test.ts', [
    [
      'custom variable save needs name, variable limit, default of a downcode, 2 named values, constraints',
      'names each requirement and the field that fixes it',
    ],
    [
      'the default and [UNK] need no constraints',
      'requires a default for a downcode only, and no condition for the default and [UNK]',
    ],
  ]),
  ...shownIn('journeys/custom-variables.journey.ts', [
    [
      'saving a custom variable goes to its page',
      'builds a downcode by keyboard alone, and its page shows the previewed counts',
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
      'pastes, orders, edits and downloads a variable set; cancels, retries and bundles a download',
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
      'a required field is reported on blur; a validator runs again on each change',
      'shows the error of a required field after blur and validates again on each change',
    ],
    ['an input pattern blocks keystrokes', 'blocks characters that do not match the pattern and reports them'],
  ]),
  ...shownIn('domain/messages.test.ts', [
    [
      'number inputs accept signed decimals, or empty, a lone . or a lone -',
      'accepts signed decimals, an empty text, a lone "." or a lone "-" while typing',
    ],
    ['the file is cohortname-setname.csv', 'is cohortname-setname.csv without invalid characters'],
  ]),
  ...shownIn('domain/text/names.test.ts', [
    [
      'custom variable name',
      'requires a variable name of 3 to 48 letters, digits or underscores that does not start with a digit',
    ],
    ['custom value name', 'requires a value name of up to 48 letters, digits or underscores'],
    ['cohort name', 'requires a cohort name of up to 48 characters, without quotes or backslashes'],
    [
      'names beyond the limit or with excluded characters are not typed',
      'blocks keystrokes beyond the limit and excluded characters',
    ],
    ['a project needs a name or a description', 'allows a project without a name'],
  ]),
  ...shownIn('contract/cohort-calls.test.ts', [
    ['a cohort name is taken once', 'refuses a duplicate name in a project and an empty cohort'],
    ['what no operator, type or value means is refused', 'refuses the invalid condition %o'],
  ]),
  ...shownIn('domain/data-types/date.test.ts', [
    ['dates: YYYY-MM-DD with U, exactly 10 characters', 'validates %s: %s'],
  ]),
  ...shownIn('domain/conditions/constraint.test.ts', [
    ['operators by data type', 'offers the operators of the specification, and "any of" on request'],
  ]),
  ...shownIn('domain/limits.test.ts', [['operator labels', 'labels the operators as in spec section 5']]),
  ...shownIn('entities/conditions/condition-editor.test.tsx', [
    ['between takes two values', 'requires two values for "is between", the first not greater than the second'],
    ['exists is flagged AVOID USING THIS', 'flags "exists" if the condition uses it, and does not offer it otherwise'],
  ]),
  ...shownIn('features/custom-variables/draft.test.ts', [
    [
      'never below two values, nor a definition below one row',
      'keeps at least two values, and at least one row in each definition',
    ],
    [
      'the combine table assigns every combination',
      'requires a value for each combination and a combination for each value',
    ],
  ]),
  ...shownIn('contract/custom-variable-calls.test.ts', [
    ['downcode: one variable, not dichotomous; two-variable: exactly two, categorical or dichotomous', 'refuses %o'],
    ['[UNK] is always there and is not sent', 'assigns the default to known non-matches only, not to unknown ones'],
  ]),
  ...shownIn('contract/family-and-set-calls.test.ts', [
    ['pedigrees take a categorical variable with EQ, or a dichotomous one', '%o does not define the affected members'],
  ]),
  ...shownIn('journeys/session.journey.ts', [
    ['login requires username and password', 'keeps the username after a wrong password and reports empty fields'],
  ]),
  ...shownIn('journeys/sets-and-downloads.journey.ts', [
    [
      'preview is disabled without access to any of the collections',
      'shows a user without collections the reason and disables the download',
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
      'commands that a role may not use state the reason',
      'shows a user without collections the reason at downloads and allows all other commands',
    ],
  ]),
  ...shownIn('domain/access.test.ts', [
    [
      'an administrator sees all collections, others the collections of their account',
      'grants an administrator all collections, and others the collections of their account',
    ],
  ]),
  ...shownIn('contract/leaks.test.ts', [
    [
      'download and preview only for their collections',
      'discloses no participant of an unreadable collection in any response',
    ],
  ]),
  ...shownIn('journeys/variables.journey.ts', [['only an admin sees Edit', 'offers the edit to administrators only']]),
  ...shownIn('journeys/faces.journey.ts', [
    [
      'a link to apply for access',
      'shows the account, the collections by name, the guide and the logout in the header',
    ],
  ]),
]

/** Section 9: constants. */
export const LIMITS: readonly Row[] = [
  ...shownIn('domain/limits.test.ts', [
    ['API prefix, page sizes, name limits, toasts, roots, [UNK], figures, versions', CONSTANTS],
    ['compound options UNION, SUBTRACT, INTERSECT; at least, at most, exactly', CONSTANTS],
  ]),
  ...shownIn('workspace/screen-loading.test.tsx', [['script chunk load timeout 120 s', 'times out after 120 seconds']]),
  ...shownIn('journeys/faces.journey.ts', [
    [
      'a chunk that does not load offers a reload of the page',
      'stops waiting for the code of a screen after two minutes and offers a reload',
    ],
  ]),
]
