import { MET } from '#tests/spec/asvs/met.ts'
import { CALLS } from '#tests/spec/calls.ts'
import { MESSAGES } from '#tests/spec/messages.ts'
import { ROUTES, SCREENS } from '#tests/spec/routes.ts'
import type { Row } from '#tests/spec/row.ts'
import { ENTITIES, LIMITS, ROLES, TRANSITIONS, VALIDATION } from '#tests/spec/rules.ts'

/** The whole specification, one row a route, call, rule, limit and message, each with the test that shows it. */
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
  ...MET.map(([ids, how, file, test]) => ({ says: `ASVS ${ids}: ${how}`, file, test })),
]

/** Names of the tests that passed, by their file below tests/. */
export type Passed = ReadonlyMap<string, ReadonlySet<string>>

/** Rows of the files that ran whose test did not pass or does not exist. */
export function rowsNotShown(rows: readonly Row[], passed: Passed): readonly Row[] {
  return rows.filter(({ file, test }) => {
    const names = passed.get(file)
    return names !== undefined && !isAmong(names, test)
  })
}

/** A name with placeholders of test.each (%s, $name) stands for every name made from it. */
function isAmong(names: ReadonlySet<string>, name: string): boolean {
  if (names.has(name)) return true
  const parts = name.split(/%[a-z]|\$[\w.]+/i)
  if (parts.length === 1) return false
  const pattern = new RegExp(
    `^${parts.map((part) => part.replaceAll(/[$()*+./?[\\\]^{|}-]/g, '\\$&')).join('.*')}$`,
    's',
  )
  return [...names].some((one) => pattern.test(one))
}

/** One line a row, for the end of a run. */
export function presentRow({ says, file, test }: Row): string {
  return `Not shown: "${says}". No test "${test}" passed in tests/${file}.`
}
