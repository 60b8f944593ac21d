import { shownIn, type Row } from '#tests/spec/row.ts'

const SESSION = 'userinfo shows a login, and a logout ends the session on the server'
const PROJECT = 'each user starts in project 1, and a new project becomes the current one'
const GOES_ALONG = 'a project takes along what is in it, unless it is used elsewhere'
const PREVIEW = 'a preview counts matches by answer and stratum, and the split of all others'
const RENAMED = 'a cohort is renamed and deleted, All Individuals is not'
const CUSTOM = 'a custom variable is counted, found and listed like any other'
const COPIED = 'a copy finds a name of its own; only what nothing is built on is renamed'
const FILE = 'a file has a row for each person whose records the reader may see, byte for byte the same every time'
const OWN_SET = 'a variable set is edited and deleted by its own user'

/** Section 7: endpoints by method and path. */
export const CALLS: readonly Row[] = [
  ...shownIn('contract/session-calls.test.ts', [
    ['POST /login', SESSION],
    ['GET /logout', SESSION],
    ['GET /userinfo', SESSION],
    ['GET /version', 'the version is open to anonymous requests, with the size of the data and without demo accounts'],
  ]),
  ...shownIn('contract/cohort-calls.test.ts', [
    ['POST /cohort/preview', PREVIEW],
    ['POST /cohort/new', 'a saved subset has the members of its preview, and can be built upon'],
    ['GET /cohort/info', 'a saved subset has the members of its preview, and can be built upon'],
  ]),
  ...shownIn('contract/family-and-set-calls.test.ts', [
    [
      'GET /cohort/summary',
      'a pedigree cohort holds every member of its families, and is summarised as it was previewed',
    ],
    ['POST /cohort/edit', RENAMED],
    ['DELETE /cohort/delete', RENAMED],
  ]),
  ...shownIn('contract/custom-variable-calls.test.ts', [
    ['GET /construct/list', CUSTOM],
    ['POST /construct/new', CUSTOM],
    ['GET /construct/info', CUSTOM],
    ['POST /construct/edit', COPIED],
    ['POST /construct/copy', COPIED],
    ['DELETE /construct/delete', COPIED],
  ]),
  ...shownIn('contract/project-calls.test.ts', [
    ['POST /project/new', PROJECT],
    ['GET /project/info', PROJECT],
    ['GET /project/current', PROJECT],
    ['POST /project/current', PROJECT],
  ]),
  ...shownIn('contract/change-calls.test.ts', [
    ['DELETE /project/delete', GOES_ALONG],
    ['POST /project/edit', 'a project is edited and keeps a name or a description'],
    ['POST /variableset/edit', OWN_SET],
    ['DELETE /variableset/delete', OWN_SET],
    ['POST /variable/edit', 'an edit of a variable waits for review; only an administrator may ask for one'],
  ]),
  ...shownIn('contract/variable-calls.test.ts', [
    ['POST /variable/search', 'a hit says enough to choose by'],
    ['POST /variable/lookup', 'with a cohort the counts are those of the cohort'],
  ]),
  ...shownIn('contract/definitions.test.ts', [
    ['POST /variableset/new', 'a variable set goes with its variables in their order'],
    ['GET /variableset/info', 'a variable set goes with its variables in their order'],
  ]),
  ...shownIn('contract/download-calls.test.ts', [
    ['POST /cohort/download/new', FILE],
    ['GET /cohort/download', FILE],
    ['GET /cohort/downloadstream', FILE],
    ['GET /cohort/download/preview', 'a preview shows the cells of the file and says how many are left out'],
  ]),
]
