import { citusPrograms } from './private-citus.ts'
import { isPostgresInstalled } from './private-postgres.ts'

/** The same tests of the calls as on DuckDB, over a PostgreSQL server of the run's own. */
const ON_POSTGRESQL = {
  extends: true as const,
  test: {
    name: 'postgresql',
    environment: 'node' as const,
    include: [
      'tests/{contract,postgresql}/**/*.test.ts',
      'tests/server/engine/{downloads/download-table,releases/content-hash,sources/answers-at-release,counts/{stored-coverage,number-summary}}.test.ts',
    ],
    globalSetup: ['tests/support/postgresql-setup.ts'],
  },
}

/** The tests of the calls that reach each kind of statement in the fewest seconds. */
const FOR_EACH_RUN = [
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
]

/** The tests of the calls over a Citus cluster of the run's own; with CITUS_ALL all of them, in some twenty minutes. */
const ON_CITUS = {
  extends: true as const,
  test: {
    name: 'citus',
    environment: 'node' as const,
    include: [
      'tests/citus/**/*.test.ts',
      `tests/contract/${process.env['CITUS_ALL'] ? '*' : `{${FOR_EACH_RUN.join(',')}}`}.test.ts`,
    ],
    globalSetup: ['tests/support/citus-setup.ts'],
    // A statement takes several times as long as in PostgreSQL.
    testTimeout: 600_000,
  },
}

const LEFT_OUT = {
  postgresql: 'PostgreSQL is not installed (Debian: postgresql-15): its tests are left out.\n',
  citus: 'TEST_CITUS names no PostgreSQL with Citus: its tests are left out.\n',
}

/** The test projects of the databases that are there. */
export function databaseProjects() {
  const isCitusThere = citusPrograms() !== null
  // The configuration is read once for each project.
  if (process.env['VITEST'] !== undefined && process.env['DATABASES_SHOWN'] === undefined) {
    process.env['DATABASES_SHOWN'] = 'yes'
    if (!isPostgresInstalled()) process.stderr.write(LEFT_OUT.postgresql)
    if (!isCitusThere) process.stderr.write(LEFT_OUT.citus)
  }
  return [...(isPostgresInstalled() ? [ON_POSTGRESQL] : []), ...(isCitusThere ? [ON_CITUS] : [])]
}
