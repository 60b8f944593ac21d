import { MET } from '#tests/spec/asvs/met.ts'
import { CALLS } from '#tests/spec/calls.ts'
import { MESSAGES } from '#tests/spec/messages.ts'
import { ROUTES, SCREENS } from '#tests/spec/routes.ts'
import type { Row } from '#tests/spec/row.ts'
import { ENTITIES, LIMITS, ROLES, TRANSITIONS, VALIDATION } from '#tests/spec/rules.ts'

/** The specification: a row for each route, endpoint, rule, limit and message, with the test that covers it. */
export const SPECIFICATION: Readonly<Record<string, readonly Row[]>> = {
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

/** Every row of the specification and of the security requirements (ASVS). */
export const ROWS: readonly Row[] = [
  ...Object.values(SPECIFICATION).flat(),
  ...MET.map(([ids, how, file, test]) => ({ rule: `ASVS ${ids}: ${how}`, file, test })),
]

/** Titles of the passed tests, by file below tests/. */
export type Passed = ReadonlyMap<string, ReadonlySet<string>>

/** Rows whose file ran, but whose test did not pass or does not exist. */
export function uncoveredRows(rows: readonly Row[], passed: Passed): readonly Row[] {
  return rows.filter(({ file, test }) => {
    const names = passed.get(file)
    return names !== undefined && !matchesAny(names, test)
  })
}

/** A title with placeholders of test.each (%s, $name) matches every title generated from it. */
function matchesAny(names: ReadonlySet<string>, name: string): boolean {
  if (names.has(name)) return true
  const parts = name.split(/%[a-z]|\$[\w.]+/i)
  if (parts.length === 1) return false
  const pattern = new RegExp(
    `^${parts.map((part) => part.replaceAll(/[$()*+./?[\\\]^{|}-]/g, '\\$&')).join('.*')}$`,
    's',
  )
  return [...names].some((one) => pattern.test(one))
}

/** The line of a row in the report of a run. */
export function presentRow({ rule, file, test }: Row): string {
  return `Not covered: "${rule}". No test "${test}" passed in tests/${file}.`
}
