import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { commands } from '#commands/index.ts'
import { createRegistry } from '#command-kit/registry.ts'
import { CALLS } from '#tests/spec/calls.ts'
import { hasTest } from '#tests/spec/has-test.ts'
import { MESSAGES } from '#tests/spec/messages.ts'
import { ROUTES, SCREENS } from '#tests/spec/routes.ts'
import type { Row } from '#tests/spec/row.ts'
import { ENTITIES, LIMITS, ROLES, TRANSITIONS, VALIDATION } from '#tests/spec/rules.ts'

/** The whole specification, one row for each route, endpoint, rule, limit and message, with its test. */
const TABLE: Readonly<Record<string, readonly Row[]>> = {
  'routes (section 2)': ROUTES,
  'screens (sections 1 and 2)': SCREENS,
  'entities (section 3)': ENTITIES,
  'states and transitions (section 4)': TRANSITIONS,
  'validation (section 5)': VALIDATION,
  'roles (section 6)': ROLES,
  'calls (section 7)': CALLS,
  'messages (sections 2, 5 and 8)': MESSAGES,
  'constants and limits (section 9)': LIMITS,
}

describe.each(Object.entries(TABLE))('%s', (_, rows) => {
  test.each(rows.map(({ says, file, test: name }) => [says, file, name] as const))('%s', (says, file, name) => {
    expect({ says, file, test: name, isThere: hasTest(file, name) }).toEqual({ says, file, test: name, isThere: true })
  })

  test('no row stands twice', () => {
    const said = rows.map(({ says }) => says)
    expect(said.filter((one, place) => said.indexOf(one) !== place)).toEqual([])
  })
})

/** Beyond the specification. */
const OWN_ROUTES = ['/help/:page?']

test('every route of the product has a row, and every row of a route is one', () => {
  const declared = createRegistry(commands).routes.map(({ path }) => path)
  expect([...ROUTES.map(({ says }) => says), ...OWN_ROUTES].toSorted()).toEqual(declared.toSorted())
})

test('every call of section 7 has a row that names a call of the contract', () => {
  const contract = readContract()
  expect(CALLS).toHaveLength(33)
  expect(CALLS.map(({ says }) => says).filter((call) => !contract.includes(call))).toEqual([])
})

test('every message of the table is one that the product has, word for word', () => {
  const messages = readFileSync('src/domain/messages.ts', 'utf8').replaceAll(/\$\{(?:id|entity|label)\}/g, (name) =>
    name.slice(1),
  )
  expect(MESSAGES.map(({ says }) => says).filter((message) => !messages.includes(message))).toEqual([])
})

/** Method and path of each endpoint, as written. */
function readContract(): readonly string[] {
  const files = [
    'session',
    'projects',
    'cohorts',
    'variables',
    'variable-edits',
    'custom-variables',
    'variable-sets',
    'downloads',
  ]
  return files.flatMap((file) =>
    [...readFileSync(`src/contract/${file}.ts`, 'utf8').matchAll(/method: '(\w+)',\s+path: '([^']+)'/g)].map(
      ([, method, path]) => `${method} ${path}`,
    ),
  )
}
