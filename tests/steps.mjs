// The steps of the tests, in stages; the steps of a stage run side by side.
import { existsSync } from 'node:fs'

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {readonly string[]} command
 * @property {Readonly<Record<string, string>>} [environment]
 */

const hasPostgreSql = existsSync('/usr/lib/postgresql')
const hasCitus = Boolean(process.env.TEST_CITUS)
const hasDatasets = Boolean(process.env.TEST_DATASETS)

/** A line for each optional part that is left out. */
export const UNAVAILABLE = [
  ...(hasDatasets ? [] : ['TEST_DATASETS names no folder of public data sets: left out.']),
  ...(hasPostgreSql ? [] : ['PostgreSQL is not installed (Debian: postgresql-15): left out.']),
  ...(hasCitus ? [] : ['TEST_CITUS names no PostgreSQL with Citus: left out.']),
]

/** @param {string[]} projects */
const vitest = (...projects) => ['npx', 'vitest', 'run', ...projects.flatMap((name) => ['--project', name])]

const JOURNEYS = ['node', 'tests/journeys/run.mjs']

/** @type {readonly (readonly Step[])[]} The steps of npm test. */
export const EVERYDAY = [
  [
    { name: 'check', command: ['npm', 'run', '--silent', 'check'] },
    { name: 'unit', command: vitest('domain', 'unit', 'dom') },
  ],
  [{ name: 'server', command: vitest('server') }],
  hasPostgreSql ? [{ name: 'postgresql', command: vitest('postgresql') }] : [],
  [{ name: 'prove', command: ['npm', 'run', '--silent', 'prove', '--', '--worlds', '30', '--seed', '20240101'] }],
  [{ name: 'simulate', command: ['npm', 'run', '--silent', 'simulate', '--', '--count', '60', '--seed', '20240101'] }],
  [{ name: 'journeys', command: JOURNEYS, environment: { JOURNEYS: 'everyday' } }],
]

/** @type {readonly (readonly Step[])[]} The steps of npm run test:rest. */
export const REST = [
  [{ name: 'long', command: vitest('long') }],
  hasPostgreSql ? [{ name: 'postgresql, all requests', command: vitest('postgresql-rest') }] : [],
  hasCitus ? [{ name: 'citus', command: vitest('citus') }] : [],
  [
    { name: 'recipes', command: ['node', 'tests/recipes/run.mjs'] },
    { name: 'node versions', command: ['node', 'tests/node-versions.mjs'] },
  ],
  // Not beside the versions of Node, each of which builds the product again.
  [{ name: 'examples', command: ['node', 'tests/examples/run.mjs'] }],
  [{ name: 'journeys, further', command: JOURNEYS, environment: { JOURNEYS: 'rest' } }],
]
