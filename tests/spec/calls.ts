import { shownIn, type Row } from '#tests/spec/row.ts'

const SESSION = 'userinfo shows a login, and a logout ends the session on the server'
const PROJECT = 'each user starts in project 1, and a new project becomes the current one'
const GOES_ALONG = 'deletes a project with its contents unless they are used elsewhere'
const PREVIEW = 'a preview counts matches by answer and stratum, and the outcomes of all others'
const RENAMED = 'renames and deletes cohorts except All Individuals'
const CUSTOM = 'counts, finds and lists a custom variable like a base variable'
const COPIED = 'a copy gets a unique name; a custom variable in use cannot be renamed'
const FILE = 'a file has one row for each readable participant and identical bytes every time'
const OWN_SET = 'a variable set is edited and deleted by its owner only'

/** Section 7: endpoints by method and path. */
export const CALLS: readonly Row[] = [
  ...shownIn('contract/session-calls.test.ts', [
    ['POST /login', SESSION],
    ['GET /logout', SESSION],
    ['GET /userinfo', SESSION],
    ['GET /version', 'returns the version to anonymous requests, with the data size and without demo accounts'],
  ]),
  ...shownIn('contract/cohort-calls.test.ts', [
    ['POST /cohort/preview', PREVIEW],
    ['POST /cohort/new', 'a saved subset has the members of its preview, and can be the parent of another cohort'],
    ['GET /cohort/info', 'a saved subset has the members of its preview, and can be the parent of another cohort'],
  ]),
  ...shownIn('contract/family-and-set-calls.test.ts', [
    ['GET /cohort/summary', 'a pedigree cohort has all members of its families and the counts of its preview'],
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
    ['POST /project/edit', 'edits a project, which keeps a name or a description'],
    ['POST /variableset/edit', OWN_SET],
    ['DELETE /variableset/delete', OWN_SET],
    ['POST /variable/edit', 'queues an edit of a variable for review; only administrators may propose one'],
  ]),
  ...shownIn('contract/variable-calls.test.ts', [
    ['POST /variable/search', 'a hit contains enough fields to choose by'],
    ['POST /variable/lookup', 'a lookup with a cohort counts answers within the cohort'],
  ]),
  ...shownIn('contract/definitions.test.ts', [
    ['POST /variableset/new', 'copies a variable set with its variables in their order'],
    ['GET /variableset/info', 'copies a variable set with its variables in their order'],
  ]),
  ...shownIn('contract/download-calls.test.ts', [
    ['POST /cohort/download/new', FILE],
    ['GET /cohort/download', FILE],
    ['GET /cohort/downloadstream', FILE],
    ['GET /cohort/download/preview', 'a preview shows the cells of the file and the number of excluded rows'],
  ]),
]
