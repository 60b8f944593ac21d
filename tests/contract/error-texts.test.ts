import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWireCall } from '#api/call.ts'
import * as cohorts from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import * as customVariables from '#contract/custom-variables.ts'
import * as downloads from '#contract/downloads.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as projects from '#contract/projects.ts'
import * as session from '#contract/session.ts'
import * as variableSets from '#contract/variable-sets.ts'
import * as variableEdits from '#contract/variables.ts'
import * as variables from '#contract/variables.ts'
import { unableToDelete } from '#domain/messages.ts'
import { createWaitingApp } from '#server/app/start-server.ts'
import type { App } from '#server/platform/http/caller.ts'
import { createProxyApp } from '#server/proxy/proxy-app.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

/** A request that the server refuses, and the user's message. */
interface Refused {
  readonly context: string
  readonly expected: string
  readonly ask: () => Promise<{ readonly ok: boolean; readonly message?: string; readonly context?: string }>
}

function refused<Request>(
  context: string,
  expected: string,
  endpoint: Endpoint<Request, unknown, unknown>,
  request: NoInfer<Request>,
  username: Username | null = 'researcher',
): Refused {
  return { context, expected, ask: async () => (await server.callAs(username ?? undefined))(endpoint, request) }
}

/** The same from another app: one that starts, or another back end. */
function refusedBy<Request>(
  app: App,
  context: string,
  expected: string,
  endpoint: Endpoint<Request, unknown, unknown>,
  request: NoInfer<Request>,
): Refused {
  const fetch: typeof globalThis.fetch = async (input, init) =>
    app.request(input instanceof URL ? input.href : input, init)
  return { context, expected, ask: () => createWireCall({ fetch, onUnauthorized: () => undefined })(endpoint, request) }
}

const waiting = createWaitingApp(() => ({ done: 0, total: 1, secondsLeft: null }), { accessRequestUrl: null })
const overNothing = createProxyApp({
  apiUrl: new URL('http://127.0.0.1:9'),
  isTrustedProxy: () => false,
  clock: () => 0,
  log: pino({ level: 'silent' }),
})

const NO_COHORT = 'Not Found. There is no such cohort.'
const NO_PROJECT = 'Not Found. There is no such project.'
const NO_SET = 'Not Found. There is no such variable set.'
const NO_SESSION = 'Unauthorized. Please log in.'
const UNREADABLE = 'Bad Request. The request could not be understood.'
const subset = { parent_id: 999, cohort_type: 'subset', variable: 'AGE', constraint_type: 'EQ' } as const
const pedigree = { parent_id: 999, cohort_type: 'pedigree' } as const
const naming = { name: 'x', description: '' }
const construct = {
  name: 'NEW',
  construct_type: 'multiple' as const,
  defaultValue: '',
  description: '',
  variables: ['NO_SUCH'],
  variable_limit: 1,
  values: [],
}

/** All messages of the catalogue (spec section 8). */
const CATALOGUE: readonly Refused[] = [
  refused(
    'Unable to log in.',
    'Unauthorized. The user name or the password is wrong.',
    session.login,
    { username: 'admin', password: 'wrong' },
    null,
  ),
  refusedBy(overNothing, 'Unable to log out.', 'Bad Gateway. The back end cannot be reached.', session.logout, {}),
  refusedBy(
    waiting,
    'Unable to get backend app info.',
    'Service Unavailable. The data are still being made. Please try again in a moment.',
    session.userinfo,
    {},
  ),
  refusedBy(
    overNothing,
    'Unable to get backend app info.',
    'Bad Gateway. The back end cannot be reached.',
    session.version,
    {},
  ),
  refused(
    'Unable to get Variables.',
    NO_SESSION,
    variables.variableSearch,
    {
      searchstring: '',
      searchtype: 'question',
    },
    null,
  ),
  refused('Unable to get custom Variables.', NO_SESSION, customVariables.constructList, {}, null),
  refused('Unable to get Variable.', NO_COHORT, variables.variableLookup, {
    variable_names: ['AGE'],
    limit_cohortid: 999,
  }),
  refused(
    'Unable to edit Variable.',
    'Forbidden. Only an administrator may edit variables.',
    variableEdits.variableEdit,
    { variable_name: 'AGE', comment: 'x' },
  ),
  refused('Failed to save Custom Variable.', 'Not Found. There is no such variable.', constructNew, construct),
  refused('Unable to get Cohorts.', NO_COHORT, cohorts.cohortOverlap, { cohortids: [1, 999] }),
  refused('Unable to get All Cohorts.', NO_SESSION, cohorts.cohortInfo, {}, null),
  refused('Unable to get selected cohort with id 999.', NO_COHORT, cohorts.cohortSummary, { cohortid: 999 }),
  refused('Could not get Cohort with id 999.', NO_COHORT, cohorts.cohortInfo, { cohortid: 999 }),
  refused('Unable to preview Cohort.', NO_COHORT, cohorts.cohortPreview, subset),
  refused('Unable to preview Pedigree Set.', NO_COHORT, cohorts.cohortPreview, pedigree),
  refused('Unable to save Cohort.', NO_COHORT, cohorts.cohortNew, { ...subset, ...naming }),
  refused('Unable to save Pedigree Set.', NO_COHORT, cohorts.cohortNew, { ...pedigree, ...naming }),
  refused('Unable to save Project.', UNREADABLE, projects.projectNew, { name: '', description: 'x'.repeat(5_000) }),
  refused('Unable to get Projects.', NO_SESSION, projects.projectInfo, {}, null),
  refused('Unable to get project with id 999.', NO_PROJECT, projects.projectInfo, { projectid: 999 }),
  refused('Unable to change current working project to 999.', NO_PROJECT, projects.projectSetCurrent, {
    projectid: 999,
  }),
  refused('Unable to delete Project.', 'Forbidden. The default project cannot be deleted.', projects.projectDelete, {
    projectid: 1,
  }),
  refused('Unable to get Cohorts for project id 999.', NO_PROJECT, cohorts.cohortInfo, { projectid: 999 }),
  refused('Unable to get Variable Sets for project id 999.', NO_PROJECT, variableSets.variableSetInfo, {
    projectid: 999,
  }),
  refused('Unable to get custom Variables for project id 999.', NO_PROJECT, customVariables.constructList, {
    projectid: 999,
  }),
  refused('Unable to get Variable Set(s).', NO_SESSION, variableSets.variableSetInfo, {}, null),
  refused('Unable to get Variable Set(s).', NO_SET, variableSets.variableSetInfo, { varsetid: 999 }),
  refused('Unable to save Variable Set.', NO_SET, variableSets.variableSetEdit, { varsetid: 999, name: 'x' }),
  refused('Unable to preview Download.', 'Not Found. There is no such download.', downloads.downloadPreview, {
    downloadid: 'none',
  }),
  refused('Unable to generate Download for preview.', NO_COHORT, downloads.downloadNew, { cohortid: 999, varsetid: 1 }),
  refused(unableToDelete('Cohort'), NO_COHORT, cohorts.cohortDelete, { cohortid: 999 }),
  refused(unableToDelete('Variable Set'), NO_SET, variableSets.variableSetDelete, { varsetid: 999 }),
  refused(
    unableToDelete('Custom Variable'),
    'Not Found. There is no such custom variable.',
    customVariables.constructDelete,
    { constructid: 999 },
  ),
]

test.each(CATALOGUE)('status text, then "$expected", then "$context"', async ({ context, expected, ask }) => {
  expect(await ask()).toMatchObject({ ok: false, context, message: `${expected} ${context}` })
})

const AREAS = [cohorts, customVariables, downloads, projects, session, variableEdits, variableSets, variables]
const SENTENCES = new Set(CATALOGUE.map(({ context }) => context.replaceAll('999', '{id}')))
/** Messages of the extensions. */
const BEYOND = new Set([
  'Unable to get Variable edits.',
  'Unable to count the answers of the file.',
  'Unable to get the files.',
  'Unable to make the file again.',
])

test('every endpoint of the specification has a message of the catalogue', () => {
  const requests = [
    {},
    { cohortid: '{id}', projectid: '{id}', varsetid: '{id}' },
    { cohort_type: 'pedigree', variable_names: ['A'], cohortid: '{id}', projectid: '{id}' },
    { variable_names: ['A', 'B'], projectid: '{id}', cohortid: '{id}' },
  ]
  const strays = AREAS.flatMap((area) => Object.values<unknown>(area))
    .filter(hasFailure)
    .flatMap(({ path, failure }) =>
      requests
        .filter((request) => path !== '/variable/lookup' || 'variable_names' in request)
        .map((request) => failure(request).replace('undefined', '{id}'))
        .filter((sentence) => !SENTENCES.has(sentence) && !BEYOND.has(sentence))
        .map((sentence) => `${path}: ${sentence}`),
    )
  expect(strays).toEqual([])
})

function hasFailure(value: unknown): value is { path: string; failure: (request: object) => string } {
  return typeof value === 'object' && value !== null && 'path' in value && 'failure' in value
}
