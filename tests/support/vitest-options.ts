import type { ViteUserConfig } from 'vitest/config'
import { SpecReporter } from '../spec/spec-reporter.ts'
import { ClosingLine } from './closing-line.ts'
import { citusPrograms } from './private-citus.ts'
import { isPostgresInstalled } from './private-postgres.ts'
import { UnfinishedFiles } from './unfinished-files.ts'

type TestOptions = NonNullable<ViteUserConfig['test']>

/** Files that kill servers, attack at depth or fuzz: in the second part of the tests. */
const LONG = '**/*.long.test.ts'

/** The tests of the requests that reach each kind of statement in the fewest seconds. */
const EACH_STATEMENT = [
  'bundle-calls',
  'cohort-calls',
  'custom-variable-calls',
  'definitions',
  'download-calls',
  'exchange',
  'family-and-set-calls',
  'history-calls',
  'pedigree-calls',
  'releases',
  'rules-calls',
  'trash-calls',
  'variable-calls',
  'variable-edits',
].map((name) => `tests/contract/${name}.test.ts`)

function project(name: string, options: TestOptions) {
  return { extends: true as const, test: { name, environment: 'node' as const, ...options } }
}

/** Tests of a PostgreSQL server of the run's own. */
const onPostgreSql = (name: string, options: TestOptions) =>
  project(name, { globalSetup: ['tests/support/postgresql-setup.ts'], ...options })

function databaseProjects() {
  const postgreSql = [
    onPostgreSql('postgresql', { include: ['tests/postgresql/**/*.test.ts', ...EACH_STATEMENT] }),
    onPostgreSql('postgresql-rest', {
      include: [
        'tests/contract/**/*.test.ts',
        'tests/server/engine/{downloads/download-table,releases/content-hash.long,sources/answers-at-release.long,counts/{stored-coverage,number-summary}}.test.ts',
      ],
      exclude: [...EACH_STATEMENT, ...(process.env['POSTGRESQL_ALL'] ? [] : ['tests/contract/**/*.long.test.ts'])],
    }),
  ]
  const citus = project('citus', {
    include: [
      'tests/citus/**/*.test.ts',
      ...(process.env['CITUS_ALL'] ? ['tests/contract/*.test.ts'] : EACH_STATEMENT),
    ],
    globalSetup: ['tests/support/citus-setup.ts'],
    // A statement takes several times as long as in PostgreSQL.
    testTimeout: 600_000,
  })
  return [...(isPostgresInstalled() ? postgreSql : []), ...(citusPrograms() === null ? [] : [citus])]
}

const CLIENT = 'tests/{api,app,command-kit,workspace,commands,features,entities,ui}'
/** Tests of components run in jsdom; a file of the others that needs it says so in its first line. */
const BROWSER_STUBS = 'tests/support/browser-stubs.ts'
const SERVER = 'server,terminal,contract,corpus,architecture,guide,spec,reference,prove,simulation'

export const VITEST_OPTIONS: TestOptions = {
  // By itself vitest leaves a core to others, which on two cores is half of them.
  maxWorkers: '100%',
  // Files of a worker share what they import: jsdom and React imported for each take most of the time.
  isolate: false,
  // From version 25 on Node has a localStorage of its own, which hides the test DOM's.
  execArgv: process.allowedNodeEnvironmentFlags.has('--experimental-webstorage')
    ? ['--no-experimental-webstorage']
    : [],
  reporters: ['default', new SpecReporter(), new UnfinishedFiles(), new ClosingLine()],
  setupFiles: ['tests/support/same-cases.ts'],
  // Fifteen times the slowest test on two busy cores. Slower files import SLOW_TEST_MILLISECONDS.
  testTimeout: 90_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  projects: [
    project('domain', { include: ['tests/domain/**/*.test.ts'], exclude: [LONG] }),
    project('unit', { include: [`${CLIENT}/**/*.test.ts`], setupFiles: [BROWSER_STUBS] }),
    project('dom', { environment: 'jsdom', include: [`${CLIENT}/**/*.test.tsx`], setupFiles: [BROWSER_STUBS] }),
    project('server', { include: [`tests/{${SERVER}}/**/*.test.ts`], exclude: [LONG] }),
    project('long', { include: [`tests/{domain,${SERVER}}/${LONG}`] }),
    ...databaseProjects(),
  ],
}
