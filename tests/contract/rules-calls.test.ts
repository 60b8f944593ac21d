import type * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortDelete, cohortInfo, cohortNew, cohortSummary } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { constructEdit } from '#contract/custom-variables.ts'
import { type RuleDefinition, rulesInfo, rulesNew, rulesPreview, rulesReplace } from '#contract/rules.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let call: WireCall
beforeAll(async () => {
  server = await createTestServer()
  call = await server.callAs('researcher')
})
afterAll(() => server.close())

const adult = { variable_name: 'age', constraint_type: 'GTE', constraint_value: '18' }
const married = { variable_name: 'MARITAL', constraint_type: 'EQ', constraint_value: '1' }
const divorced = { variable_name: 'MARITAL', constraint_type: 'EQ', constraint_value: '2' }
const smoker = { variable_name: 'SMOKER', constraint_type: 'VALID' }
const older = { variable_name: 'AGE', constraint_type: 'GTE', constraint_value: '50' }
const version = 1
type Rules = v.InferInput<typeof RuleDefinition>
const notDivorced: Rules = { version, match: 'all', rules: [adult, { match: 'none', rules: [divorced] }] }

test('a preview counts the outcomes of the whole and of each rule', async () => {
  const preview = valueOf(await call(rulesPreview, { parent_id: 1, rules: notDivorced }))
  expect(preview.split).toEqual({ match: 3, no_match: 3, unknown: 2, no_record: 4 })
  expect(preview.rules).toEqual([
    { path: [], split: { match: 3, no_match: 3, unknown: 2, no_record: 4 } },
    { path: [0], split: { match: 5, no_match: 1, unknown: 2, no_record: 4 } },
    { path: [1], split: { match: 5, no_match: 2, unknown: 1, no_record: 4 } },
    { path: [1, 0], split: { match: 2, no_match: 5, unknown: 1, no_record: 4 } },
  ])
  expect(preview.steps).toEqual([
    { path: [0], split: { match: 5, no_match: 1, unknown: 2, no_record: 4 } },
    { path: [1], split: { match: 3, no_match: 2, unknown: 0, no_record: 0 } },
  ])
  expect(preview.data.map(({ collection, study_id, count }) => [collection, study_id, count])).toEqual([
    ['au', '4', 1],
    ['bp', '1', 1],
    ['bp', '1', 1],
  ])
  expect(preview).toMatchObject({ assumed: 0, changes: null })
})

test('a preview has no steps without their capability', async () => {
  const plain = await createTestServer({ capabilities: ['rules'] })
  try {
    const researcher = await plain.callAs('researcher')
    expect(valueOf(await researcher(rulesPreview, { parent_id: 1, rules: notDivorced })).steps).toBeUndefined()
  } finally {
    plain.close()
  }
})

test('at least two of three rules is unknown where missing answers decide', async () => {
  const rules: Rules = { version, match: 'atLeast', count: 2, rules: [older, married, smoker] }
  const { split } = valueOf(await call(rulesPreview, { parent_id: 1, rules }))
  expect(split).toEqual({ match: 3, no_match: 3, unknown: 2, no_record: 4 })
})

test('a group about the family keeps all members of families with enough matches', async () => {
  const relatives = { scope: 'family', comparison: 'min', count: 2 } as const
  const rules: Rules = { version, match: 'all', rules: [{ match: 'any', relatives, rules: [married] }] }
  const { split } = valueOf(await call(rulesPreview, { parent_id: 1, rules }))
  expect(split).toEqual({ match: 3, no_match: 9, unknown: 0, no_record: 0 })
})

test.each([
  ['the size of the family', { match: 'all', relatives: { scope: 'family', comparison: 'min', count: 2 } }],
  ['a cohort', { match: 'all' }],
] as const)('no record is that of the conditions beside %s, in the whole and in the steps', async (_, group) => {
  const beside = { ...group, rules: [{ cohortid: 1 }] }
  const rules: Rules = { version, match: 'all', rules: [adult, beside] }
  const { split, steps = [] } = valueOf(await call(rulesPreview, { parent_id: 1, rules }))
  expect(split?.no_record).toBe(4)
  expect(steps.map((step) => step.split?.no_record)).toEqual([4, 0])
  const alone: Rules = { version, match: 'all', rules: [beside] }
  expect(valueOf(await call(rulesPreview, { parent_id: 1, rules: alone })).split?.no_record).toBe(0)
})

test('a preview counts the members that match only because unknown counts as match', async () => {
  const rules: Rules = { version, match: 'all', rules: [{ ...adult, unknown_as: 'match' }] }
  const preview = valueOf(await call(rulesPreview, { parent_id: 1, rules }))
  expect(preview.split?.match).toBe(11)
  expect(preview.assumed).toBe(6)
})

test('a saved cohort has the members of its preview and gives back its definition', async () => {
  const made = valueOf(await call(rulesNew, { parent_id: 1, rules: notDivorced, name: 'Not divorced' }))
  const cohortid = made.new_cohort_id
  const [cohort] = valueOf(await call(cohortInfo, { cohortid })).cohorts
  expect(cohort).toMatchObject({ name: 'Not divorced', constraint_type: 'RULES', rowcount: 3, parent_id: 1 })
  const { data } = valueOf(await call(cohortSummary, { cohortid }))
  expect(data.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(3)
  const options = { unknown_as: 'unknown', off: false, note: '' }
  expect(valueOf(await call(rulesInfo, { cohortid }))).toEqual({
    parent_id: 1,
    rules: {
      version: 1,
      match: 'all',
      count: 1,
      relatives: null,
      are_versions: false,
      ...options,
      rules: [
        { variable_name: 'AGE', constraint_type: 'GTE', constraint_value: '18', ...options },
        {
          match: 'none',
          count: 1,
          relatives: null,
          are_versions: false,
          ...options,
          rules: [{ variable_name: 'MARITAL', constraint_type: 'EQ', constraint_value: '2', ...options }],
        },
      ],
    },
  })
  const rules: Rules = { version, match: 'any', rules: [{ cohortid }] }
  const child = valueOf(await call(rulesNew, { parent_id: 1, rules, name: 'The same' }))
  expect(await call(cohortDelete, { cohortid })).toMatchObject({
    status: 409,
    serverMessage: 'It is still used by the cohort "The same".',
  })
  await call(cohortDelete, { cohortid: child.new_cohort_id })
  expect(await call(cohortDelete, { cohortid })).toMatchObject({ ok: true })
})

test('a list of cohorts has the first rules of each in words, a cohort alone more of them', async () => {
  const size = { scope: 'family', comparison: 'min', count: 2 } as const
  const families: Rules['rules'][number] = { match: 'all', relatives: size, rules: [{ cohortid: 1 }] }
  const rules: Rules = { version, match: 'all', rules: [...notDivorced.rules, families, older] }
  const { new_cohort_id } = valueOf(await call(rulesNew, { parent_id: 1, name: 'In words', description: '', rules }))
  const { cohorts } = valueOf(await call(cohortInfo, {}))
  expect(cohorts.find(({ cohortid }) => cohortid === new_cohort_id)?.rules_words).toBe(
    'AGE ≥ 18 and not MARITAL = Divorced and family of at least 2 members …',
  )
  const alone = valueOf(await call(cohortInfo, { cohortid: new_cohort_id })).cohorts
  expect(alone[0]?.rules_words).toMatch(/^AGE ≥ 18 and not MARITAL = Divorced and family of at least 2 members and AGE/)
})

test('subsets and compound sets read as rules that have the same members', async () => {
  const subset = (name: string, variable: string, constraint_type: string, constraint_value?: string) =>
    call(cohortNew, { parent_id: 1, cohort_type: 'subset', name, variable, constraint_type, constraint_value })
  const one = valueOf(await subset('Adults', 'AGE', 'GTE', '18')).new_cohort_id
  const two = valueOf(await subset('Smokers', 'SMOKER', 'VALID')).new_cohort_id
  for (const operation of ['UNION', 'INTERSECT', 'SUBTRACT']) {
    const draft = { cohort_type: 'compound', constraint_type: operation, name: operation } as const
    const made = await call(cohortNew, { ...draft, parent_id: one, secondparent_id: two })
    const cohortid = valueOf(made).new_cohort_id
    const preview = await call(rulesPreview, { ...valueOf(await call(rulesInfo, { cohortid })), cohortid })
    expect(valueOf(preview).changes, operation).toMatchObject({ entered: 0, left: 0 })
  }
  const same = await call(rulesPreview, { ...valueOf(await call(rulesInfo, { cohortid: one })), cohortid: one })
  expect(valueOf(same).changes).toEqual({ entered: 0, left: 0, stayed: 5 })
})

test('replacing a cohort keeps its name, under a new id, and is refused while cohorts depend on it', async () => {
  const first = valueOf(await call(rulesNew, { parent_id: 1, rules: notDivorced, name: 'Replaced' }))
  const cohortid = first.new_cohort_id
  const rules: Rules = { version, match: 'all', rules: [adult, married] }
  const preview = valueOf(await call(rulesPreview, { parent_id: 1, rules, cohortid }))
  expect(preview.changes).toEqual({ entered: 0, left: 1, stayed: 2 })
  const itself: Rules = { version, match: 'all', rules: [{ cohortid }] }
  expect(await call(rulesReplace, { cohortid, parent_id: 1, rules: itself })).toMatchObject({ status: 422 })
  const child = { parent_id: cohortid, cohort_type: 'subset', variable: 'AGE', constraint_type: 'VALID' } as const
  const childId = valueOf(await call(cohortNew, { ...child, name: 'Child' })).new_cohort_id
  const replacement = { cohortid, parent_id: 1, rules }
  expect(await call(rulesReplace, replacement)).toMatchObject({ status: 409 })
  expect(valueOf(await call(cohortInfo, { cohortid })).cohorts).toMatchObject([{ rowcount: 3 }])
  await call(cohortDelete, { cohortid: childId })
  expect(await call(rulesReplace, { ...replacement, version: 'outdated' })).toMatchObject({ status: 412 })
  const next = valueOf(await call(rulesReplace, replacement)).new_cohort_id
  expect(await call(cohortInfo, { cohortid })).toMatchObject({ status: 404 })
  expect(valueOf(await call(cohortInfo, { cohortid: next })).cohorts).toMatchObject([{ name: 'Replaced', rowcount: 2 }])
})

test('a custom variable in a rule cannot be renamed or deleted', async () => {
  const values = ['young', 'old'].map((name) => ({
    name,
    definition: { relationship: 'AND' as const, constraints: name === 'young' ? [] : [older] },
  }))
  const draft = {
    name: 'AGE_GROUP',
    construct_type: 'downcode',
    defaultValue: 'young',
    variables: ['AGE'],
    values,
  } as const
  const { constructid } = valueOf(await call(constructNew, { ...draft, variables: ['AGE'] }))
  const rule = { variable_name: 'AGE_GROUP', constraint_type: 'EQ', constraint_value: 'old' }
  const rules: Rules = { version, match: 'all', rules: [rule] }
  const cohort = valueOf(await call(rulesNew, { parent_id: 1, rules, name: 'Old' }))
  expect(valueOf(await call(cohortInfo, { cohortid: cohort.new_cohort_id })).cohorts).toMatchObject([{ rowcount: 3 }])
  expect(await call(constructEdit, { constructid, name: 'AGES' })).toMatchObject({ status: 409 })
})

test.each<[string, Omit<Rules, 'version'>, string]>([
  ['no rule', { match: 'all', rules: [] }, 'At least one rule is required.'],
  ['only switched-off rules', { match: 'all', rules: [{ ...adult, off: true }] }, 'At least one rule is required.'],
  [
    'more matches than rules',
    { match: 'atLeast', count: 3, rules: [adult, married] },
    'The number of "at least" must be from 1 to the number of rules of its group.',
  ],
  [
    'a condition of another data type',
    { match: 'all', rules: [{ ...adult, constraint_type: 'REGEX' }] },
    'A numberrange variable cannot be compared with "contains".',
  ],
])('refuses %s', async (_, rules, message) => {
  const refused = await call(rulesPreview, { parent_id: 1, rules: { version, ...rules } })
  expect(refused).toMatchObject({ status: 422, serverMessage: message })
})

test('refuses groups that are nested too deep, unknown variables and the cohorts of other users', async () => {
  type Nested = { match: 'all'; rules: (typeof adult | Nested)[] }
  const nested = (levels: number): Nested => ({ match: 'all', rules: [levels === 0 ? adult : nested(levels - 1)] })
  expect(await call(rulesPreview, { parent_id: 1, rules: { version, ...nested(7) } })).toMatchObject({ ok: true })
  expect(await call(rulesPreview, { parent_id: 1, rules: { version, ...nested(9) } })).toMatchObject({ status: 400 })
  const strange = { ...adult, variable_name: 'NO_SUCH' }
  expect(await call(rulesPreview, { parent_id: 1, rules: { version, match: 'all', rules: [strange] } })).toMatchObject({
    status: 404,
  })
  const admin = await server.callAs('admin')
  const cohort = valueOf(await admin(rulesNew, { parent_id: 1, rules: notDivorced, name: 'Of the admin' }))
  const member: Rules = { version, match: 'all', rules: [{ cohortid: cohort.new_cohort_id }] }
  expect(await call(rulesPreview, { parent_id: 1, rules: member })).toMatchObject({ status: 404 })
  expect(await call(rulesInfo, { cohortid: cohort.new_cohort_id })).toMatchObject({ status: 404 })
})

test('with MIN_CELL all counts of unreadable participants are suppressed', async () => {
  const guarded = await createTestServer({ minimumCell: 3 })
  try {
    const researcher = await guarded.callAs('researcher')
    const preview = valueOf(await researcher(rulesPreview, { parent_id: 1, rules: notDivorced }))
    expect(preview.data.map(({ collection, count, hidden }) => [collection, count, hidden])).toEqual([
      ['bp', 1, false],
      ['bp', 1, false],
      ['au', null, true],
    ])
    expect(preview).toMatchObject({ split: null, assumed: null, changes: null })
    expect(preview.rules[0]?.split).toEqual({ match: 2, no_match: 3, unknown: 1, no_record: 3 })
    const [first, last] = preview.steps ?? []
    expect(Object.values(first?.split ?? {}).reduce<number>((sum, count) => sum + Number(count), 0)).toBe(9)
    expect(last?.split).toEqual({ match: 2, no_match: 2, unknown: 0, no_record: 0 })
    const made = await researcher(rulesNew, { parent_id: 1, rules: notDivorced, name: 'Suppressed' })
    const cohortid = valueOf(made).new_cohort_id
    expect(valueOf(await researcher(cohortInfo, { cohortid })).cohorts[0]?.rowcount).toBeNull()
    expect(valueOf(await researcher(cohortSummary, { cohortid })).data).toContainEqual(
      expect.objectContaining({ collection: 'au', count: null, hidden: true }),
    )
  } finally {
    guarded.close()
  }
})

test('rules are counted before a condition is read, and at most 20 groups count relatives', async () => {
  const relatives = { scope: 'firstDegree', comparison: 'min', count: 1 } as const
  const groups = (count: number): Rules => ({
    version,
    match: 'all',
    rules: Array.from({ length: count }, () => ({ match: 'all', relatives, rules: [smoker] })),
  })
  valueOf(await call(rulesPreview, { parent_id: 1, rules: groups(20) }))
  expect(await call(rulesPreview, { parent_id: 1, rules: groups(21) })).toMatchObject({
    status: 422,
    serverMessage: 'At most 20 groups can count relatives.',
  })
  // The unknown variable would be a 404.
  const unread = { ...smoker, variable_name: 'NO_SUCH' }
  const tooMany: Rules = {
    version,
    match: 'all',
    rules: [1, 2].map(() => ({ match: 'all', rules: Array.from({ length: 150 }, () => unread) })),
  }
  expect(await call(rulesPreview, { parent_id: 1, rules: tooMany })).toMatchObject({ status: 422 })
})
