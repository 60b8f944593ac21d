import * as fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createCall } from '#api/call.ts'
import type { Call } from '#api/result.ts'
import { cohortInfo, cohortNew } from '#contract/cohorts.ts'
import { rulesNew } from '#contract/rules.ts'
import { fieldsOfCondition } from '#contract/shapes/constraint-fields.ts'
import { rulesSent } from '#contract/shapes/rules-of-definition.ts'
import { NO_RULE_OPTIONS, type Rule, type RuleGroup } from '#domain/cohorts/rules.ts'
import { ROOT_COHORT_ID } from '#domain/limits.ts'
import { EMPTY_COHORT } from '#entities/cohorts/building/cohort-draft.ts'
import { compileRules, type TestedVariable } from '#features/rules/plain/compile-rules.ts'
import { deleteMade, makeCohorts, type MadeCohorts } from '#features/rules/plain/make-cohorts.ts'
import { createSetPlanner, stepsOf, type SetNode } from '#features/rules/plain/set-plan.ts'
import { rowsOf, type Connection } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { NamedRule } from '#tests/reference/rules.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { arbitraryRules } from '#tests/support/arbitrary-rules.ts'
import { arbitraryStudy, conditionOn, onTwoForms, VARIABLES } from '#tests/support/arbitrary-study.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import { loadStudy, type Person } from '#tests/support/study.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

/** Two servers over one database: with all extensions and with none. */
let server: TestServer
let plainServer: TestServer
let connection: Connection
beforeAll(async () => {
  server = await createTestServer()
  plainServer = await createTestServer({ holding: server.database, isShared: true, capabilities: [] })
  connection = await server.database.connect()
})
afterAll(() => server.close())

const OTHER = 0
const families = fc.array(fc.constantFrom('A', 'B', 'C', null), { minLength: 14, maxLength: 14 })
const condition = fc
  .constantFrom(...VARIABLES)
  .chain(({ name, dataType }) => conditionOn(dataType).map((one) => ({ name, condition: one })))

test('cohorts of the specification have the same members as the rules', async () => {
  const compiled = { all: 0, made: 0, empty: 0 }
  const callers = { native: new Map<Username, Call>(), plain: new Map<Username, Call>() }
  for (const user of ['admin', 'researcher'] as const) {
    callers.native.set(user, await callOf(server, user))
    callers.plain.set(user, await callOf(plainServer, user))
  }
  let round = 0
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(arbitraryStudy, arbitraryStudy.map(onTwoForms)),
      families,
      arbitraryRules(OTHER, ['family', 'relatives']),
      fc.tuple(condition, condition),
      fc.constantFrom<Username>('admin', 'researcher'),
      async (study, familyOf, generated, [parent, other], user) => {
        const [native, plain] = [callers.native.get(user), callers.plain.get(user)]
        if (!native || !plain) throw new Error('The account has no session.')
        await loadStudy(server.database, {
          ...study,
          participants: study.participants.map((person, index): Person => ({
            ...person,
            family: familyOf[index] ?? null,
          })),
        })
        round += 1
        const save = async (what: string, { name, condition }: typeof parent) => {
          const subset = { parentId: ROOT_COHORT_ID, cohortType: 'subset', variable: name } as const
          const saved = await plain(cohortNew, { ...subset, ...fieldsOfCondition(condition), name: `${what} ${round}` })
          return saved.ok ? saved.value.newCohortId : ROOT_COHORT_ID
        }
        const [parentId, otherId] = [await save('Parent', parent), await save('Other', other)]
        const rules = withCohort(generated, otherId)
        if (rules.kind !== 'group') return
        const { set } = compileRules(createSetPlanner(), parentId, tested(rules))
        compiled.all += 1
        if (!set || stepsOf(set).length > 40) return
        const expected = await native(rulesNew, { parentId, rules: rulesSent(rules), name: `Native ${round}` })
        const made = await makeCohorts(plain, wantedOf(set, `Plain ${round}`))
        if (!expected.ok) {
          compiled.empty += 1
          expect(made).toMatchObject({ ok: false, message: EMPTY_COHORT })
          return
        }
        compiled.made += 1
        if (!made.ok && made.message.startsWith('All individuals match')) {
          expect(await membersOf(expected.value.newCohortId)).toEqual(await membersOf(ROOT_COHORT_ID))
          return
        }
        expect(await membersOf(valueOf(made))).toEqual(await membersOf(expected.value.newCohortId))
        const [cohort] = valueOf(await plain(cohortInfo, { cohortId: valueOf(made) })).cohorts
        expect(cohort).toMatchObject({ name: `Plain ${round}`, description: 'As a test.' })
      },
    ),
    { numRuns: fuzzRuns(60) },
  )
  expect(compiled.made).toBeGreaterThan(compiled.all / 5)
})

const AGE: TestedVariable = { name: 'AGE', dataType: 'numberrange', isScore: false }
const SMOKER: TestedVariable = { name: 'SMOKER', dataType: 'dichotomous', isScore: false }
const group = { ...NO_RULE_OPTIONS, kind: 'group', count: 1, relatives: null, areVersions: false } as const
const adult = { ...NO_RULE_OPTIONS, kind: 'condition', variable: AGE } as const
const ADULT_OR_SMOKER: RuleGroup<TestedVariable> = {
  ...group,
  match: 'any',
  rules: [
    { ...adult, condition: { operator: 'GTE', values: ['44'] } },
    { ...adult, variable: SMOKER, condition: { operator: 'VALID', values: [] } },
    { ...adult, condition: { operator: 'GT', values: ['1000'] } },
  ],
}

test('a failed attempt keeps its steps, which can be continued or deleted', async () => {
  await loadStudy(server.database, SMALL_STUDY)
  const plain = await callOf(plainServer, 'researcher')
  const { set } = compileRules(createSetPlanner(), ROOT_COHORT_ID, ADULT_OR_SMOKER)
  if (!set) throw new Error('These rules have no problem.')
  let made: MadeCohorts = new Map()
  const keep = (next: MadeCohorts) => (made = next)
  let saves = 0
  const failing: Call = (endpoint, request, options) => {
    if (endpoint.path === cohortNew.path) saves += 1
    // The third cohort is lost: the server knows no such path.
    const sent =
      endpoint.path === cohortNew.path && saves === 3 ? { ...endpoint, path: '/no-such-path' as const } : endpoint
    return plain(sent, request, options)
  }
  expect(await makeCohorts(failing, wantedOf(set, 'Adults or smokers', made, keep))).toMatchObject({ status: 404 })
  expect([...made.values()].map((one) => one?.name)).toEqual([
    'Adults or smokers · step 1',
    'Adults or smokers · step 2',
  ])
  const [first] = [...made.values()]
  const [step] = valueOf(await plain(cohortInfo, { cohortId: first?.cohortId })).cohorts
  expect(step?.description).toBe('Step of “Adults or smokers”: AGE is greater than or equal to 44, in “cohort 1”.')
  const unfinished = made

  const cohortId = valueOf(await makeCohorts(plain, wantedOf(set, 'Adults or smokers', made, keep)))
  // P01 P02 P04 P06 are adults, P01 P04 P07 smokers; the condition without a match has no cohort.
  const [cohort] = valueOf(await plain(cohortInfo, { cohortId })).cohorts
  expect(cohort).toMatchObject({ name: 'Adults or smokers', rowCount: 5, constraintType: 'UNION' })

  // Nothing is deleted while a cohort is built on it.
  expect(await deleteMade(plain, unfinished)).toEqual(unfinished)
  expect(await deleteMade(plain, made)).toEqual(new Map())
  expect(await plain(cohortInfo, { cohortId })).toMatchObject({ status: 404 })
  expect(await deleteMade(plain, made)).toEqual(new Map())
})

function callOf(testServer: TestServer, user: Username): Promise<Call> {
  return testServer.fetchAs(user).then((fetch) => createCall({ fetch, onUnauthorized: () => undefined }))
}

function wantedOf(
  set: SetNode,
  name: string,
  made: MadeCohorts = new Map(),
  onMade: (made: MadeCohorts) => void = () => undefined,
) {
  return {
    set,
    naming: { name, description: 'As a test.' },
    projectId: undefined,
    takenNames: new Set<string>(),
    made,
    onMade,
    cohortName: (cohortId: number) => `cohort ${cohortId}`,
  }
}

const Member = v.object({ individual_no: v.number() })

async function membersOf(cohortId: number): Promise<number[]> {
  const from = cohortId === ROOT_COHORT_ID ? sql`individual` : sql`cohort_member WHERE cohortid = ${cohortId}`
  const rows = await rowsOf(connection, Member, sql`SELECT individual_no FROM ${from} ORDER BY individual_no`)
  return rows.map((row) => row.individual_no)
}

function withCohort(rule: NamedRule, cohortId: number): NamedRule {
  if (rule.kind === 'group') return { ...rule, rules: rule.rules.map((child) => withCohort(child, cohortId)) }
  return rule.kind === 'cohort' ? { ...rule, cohortId } : rule
}

function tested(group: RuleGroup<string>): RuleGroup<TestedVariable> {
  const one = (rule: Rule<string>): Rule<TestedVariable> => {
    if (rule.kind === 'group') return tested(rule)
    return rule.kind === 'cohort' || rule.kind === 'stratum'
      ? rule
      : { ...rule, variable: testedVariable(rule.variable) }
  }
  return { ...group, rules: group.rules.map(one) }
}

function testedVariable(name: string): TestedVariable {
  return { name, dataType: VARIABLES.find((one) => one.name === name)?.dataType ?? 'text', isScore: false }
}
