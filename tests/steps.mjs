// The steps of the tests: a name, a command and the processors that it fills.
import { existsSync } from 'node:fs'

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {readonly string[]} command
 * @property {number} [processors] all of them by default
 * @property {Readonly<Record<string, string>>} [environment]
 */

const hasPostgreSql = existsSync('/usr/lib/postgresql')
const hasCitus = Boolean(process.env.TEST_CITUS)
const hasDatasets = Boolean(process.env.TEST_DATASETS)

/** What is optional and is not there. */
export const UNAVAILABLE = [
  ...(hasDatasets ? [] : ['TEST_DATASETS names no folder of public data sets: left out.']),
  ...(hasPostgreSql ? [] : ['PostgreSQL is not installed (Debian: postgresql-15): left out.']),
  ...(hasCitus ? [] : ['TEST_CITUS names no PostgreSQL with Citus: left out.']),
]

/** @param {string[]} projects */
const vitest = (...projects) => ['npx', 'vitest', 'run', ...projects.flatMap((name) => ['--project', name])]

/** @type {readonly Step[]} What everybody runs: every rule of the product. */
export const EVERYDAY = [
  { name: 'check', command: ['npm', 'run', '--silent', 'check'], processors: 1 },
  { name: 'unit', command: [...vitest('domain', 'unit'), '--maxWorkers=1'], processors: 1 },
  { name: 'server', command: vitest('server') },
  ...(hasPostgreSql ? [{ name: 'postgresql', command: vitest('postgresql') }] : []),
  { name: 'prove', command: ['npm', 'run', '--silent', 'prove', '--', '--worlds', '60', '--seed', '20240101'] },
  { name: 'simulate', command: ['npm', 'run', '--silent', 'simulate', '--', '--count', '60', '--seed', '20240101'] },
  { name: 'journeys', command: ['node', 'tests/journeys/run.mjs'], environment: { JOURNEYS: 'everyday' } },
]

/** @type {readonly Step[]} What takes longer and finds less. */
export const REST = [
  { name: 'server, long', command: vitest('server-long') },
  ...(hasPostgreSql ? [{ name: 'postgresql, all calls', command: vitest('postgresql-rest') }] : []),
  ...(hasCitus ? [{ name: 'citus', command: vitest('citus') }] : []),
  { name: 'journeys, further', command: ['node', 'tests/journeys/run.mjs'], environment: { JOURNEYS: 'rest' } },
  { name: 'other versions of Node', command: ['node', 'tests/node-versions.mjs'] },
]
