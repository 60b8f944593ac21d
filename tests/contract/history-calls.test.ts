import fc from 'fast-check'
import type * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { audit } from '#contract/audit.ts'
import { cohortDelete, cohortEdit, cohortInfo, cohortNew, cohortSummary } from '#contract/cohorts.ts'
import { constructNew, constructReplace } from '#contract/custom-variable-drafts.ts'
import { constructDelete, constructEdit, constructInfo } from '#contract/custom-variables.ts'
import { historyInfo, historyRestore } from '#contract/history.ts'
import { projectEdit, projectNew, projectSetCurrent } from '#contract/projects.ts'
import { rulesInfo, rulesNew, rulesReplace, type RuleDefinition } from '#contract/rules.ts'
import type { TrashKind } from '#contract/trash.ts'
import { variableSetDelete, variableSetEdit, variableSetInfo, variableSetNew } from '#contract/variable-sets.ts'
import { HISTORY_VERSIONS_MAX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADULTS, AGE_GROUP } from '#tests/support/wire-drafts.ts'

let server: TestServer
let call: WireCall
beforeAll(async () => {
  server = await createTestServer()
  call = await server.callAs('researcher')
})
afterAll(() => server.close())

type Rules = v.InferInput<typeof RuleDefinition>
const from = (age: string): Rules => ({
  version: 1,
  match: 'all',
  rules: [{ variable_name: 'AGE', constraint_type: 'GTE', constraint_value: age }],
})

const newCohort = async (more: object = {}) => valueOf(await call(cohortNew, { ...ADULTS, ...more })).new_cohort_id
const newRules = async (name: string, rules: Rules, parent_id = 1) =>
  valueOf(await call(rulesNew, { parent_id, rules, name })).new_cohort_id
const newSet = async (name: string, variables: string[]) => valueOf(await call(variableSetNew, { name, variables })).id
const history = async (kind: TrashKind, id: number) => valueOf(await call(historyInfo, { kind, id })).data
const actions = async (kind: TrashKind, id: number) =>
  (await history(kind, id)).map(({ version_no, action }) => `${version_no} ${action}`)
const restore = (kind: TrashKind, id: number, version_no: number, rerun = false) =>
  call(historyRestore, { kind, id, version_no, rerun })

test('a variable set has a version for each change, newest first, and is restored by a new one', async () => {
  const id = await newSet('Ages', ['AGE'])
  server.clock.now += 60_000
  valueOf(await call(variableSetEdit, { varsetid: id, name: 'Ages and sexes', variables: ['MOOD_LOW', 'AGE'] }))
  const empty = { variables: null, cohort: null, construct: null, description: '' }
  const made = { version_no: 1, made_at: new Date(server.clock.now - 60_000).toISOString(), action: 'make' }
  const edited = { version_no: 2, made_at: new Date(server.clock.now).toISOString(), action: 'edit' }
  const first = { ...empty, name: 'Ages', variables: ['AGE'] }
  const second = { ...empty, name: 'Ages and sexes', variables: ['MOOD_LOW', 'AGE'] }
  expect(await history('varset', id)).toEqual([
    { ...edited, restored_no: null, definition: second },
    { ...made, restored_no: null, definition: first },
  ])

  expect(valueOf(await restore('varset', id, 1))).toEqual({ id })
  expect(valueOf(await call(variableSetInfo, { varsetid: id })).variablesets).toMatchObject([
    { name: 'Ages', variables: ['AGE'] },
  ])
  expect((await history('varset', id))[0]).toMatchObject({
    version_no: 3,
    action: 'restore',
    restored_no: 1,
    definition: first,
  })
})

test('a change without an effect, and the restoration of the present version, add no version', async () => {
  const id = await newSet('Same', ['AGE'])
  valueOf(await call(variableSetEdit, { varsetid: id, name: 'Same' }))
  valueOf(await restore('varset', id, 1))
  expect(await actions('varset', id)).toEqual(['1 make'])
})

test('restoring version k yields the definition of k, after any edits', async () => {
  const text = fc.string({ maxLength: 12 }).map((line) => line.trim())
  const edit = fc.record({
    description: text,
    variables: fc.uniqueArray(fc.constantFrom('AGE', 'MOOD_LOW', 'SMOKER'), { minLength: 1 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), fc.nat(), async (edits, choice) => {
      const id = await newSet('Any edits', ['AGE'])
      for (const one of edits) valueOf(await call(variableSetEdit, { varsetid: id, ...one }))
      const before = await history('varset', id)
      const wanted = before[choice % before.length]
      valueOf(await restore('varset', id, wanted?.version_no ?? 0))
      const after = await history('varset', id)
      expect(after[0]?.definition).toEqual(wanted?.definition)
      expect(after.slice(-before.length)).toEqual(before)
      valueOf(await call(variableSetDelete, { varsetid: id }))
    }),
    { numRuns: 15 },
  )
})

test('projects have versions, also the default project', async () => {
  const id = valueOf(await call(projectNew, { name: 'Fears', description: '' })).new_project_id
  valueOf(await call(projectEdit, { id, name: 'Phobias' }))
  valueOf(await restore('project', id, 1))
  expect((await history('project', id)).map(({ definition }) => definition.name)).toEqual(['Fears', 'Phobias', 'Fears'])
  valueOf(await call(projectSetCurrent, { projectid: 1 }))

  valueOf(await call(projectEdit, { id: 1, name: 'Mine' }))
  expect(await actions('project', 1)).toEqual(['2 edit', '1 found'])
  const other = await server.callAs('admin')
  expect(valueOf(await other(historyInfo, { kind: 'project', id: 1 })).data).toMatchObject([
    { version_no: 1, action: 'found', definition: { name: 'Default Project' } },
  ])
  valueOf(await restore('project', 1, 1))
  expect((await history('project', 1))[0]?.definition.name).toBe('Default Project')
})

test('an object from before the history begins with its state, without a date', async () => {
  const plain = await createTestServer({ holding: server.database, isShared: true, capabilities: ['rules', 'trash'] })
  const plainCall = await plain.callAs('researcher')
  const { id } = valueOf(await plainCall(variableSetNew, { name: 'Older', variables: ['AGE'] }))
  expect(await plainCall(historyInfo, { kind: 'varset', id })).toMatchObject({ ok: false, status: 404 })
  expect(await history('varset', id)).toMatchObject([{ version_no: 1, made_at: null, action: 'found' }])
  valueOf(await call(variableSetEdit, { varsetid: id, name: 'Renamed' }))
  expect(await actions('varset', id)).toEqual(['2 edit', '1 found'])
  // A change that was not recorded.
  valueOf(await plainCall(variableSetEdit, { varsetid: id, name: 'Unseen' }))
  valueOf(await call(variableSetEdit, { varsetid: id, name: 'Seen' }))
  expect((await history('varset', id)).map(({ action, definition }) => `${action} ${definition.name}`)).toEqual([
    'edit Seen',
    'found Unseen',
    'edit Renamed',
    'found Older',
  ])
})

test('the history of a cohort is one list over its replacements', async () => {
  const first = await newCohort({ name: 'Grown' })
  valueOf(await call(cohortEdit, { cohortid: first, description: 'Above 18' }))
  const second = valueOf(await call(rulesReplace, { cohortid: first, parent_id: 1, rules: from('30') })).new_cohort_id
  const ofFormer = valueOf(await call(historyInfo, { kind: 'cohort', id: first }))
  expect(ofFormer).toEqual(valueOf(await call(historyInfo, { kind: 'cohort', id: second })))
  expect(ofFormer.id).toBe(second)
  expect(await actions('cohort', second)).toEqual(['3 replace', '2 edit', '1 make'])
  const subset = {
    parent_id: 1,
    cohort_type: 'subset',
    variable: 'AGE',
    constraint_type: 'GT',
    constraint_values: ['18'],
  }
  const [replaced, , made] = await history('cohort', second)
  expect(made?.definition).toMatchObject({ name: 'Grown', description: '', cohort: subset })
  expect(replaced?.definition).toMatchObject({ description: 'Above 18', cohort: { parent_id: 1, rules: from('30') } })

  const { id: third } = valueOf(await restore('cohort', second, 1))
  expect(third).not.toBe(second)
  expect(valueOf(await call(cohortInfo, { cohortid: third })).cohorts).toMatchObject([
    { name: 'Grown', description: '', constraint_type: 'GT', constraint_values: ['18'] },
  ])
  const again = await newCohort({ name: 'The same' })
  expect(valueOf(await call(cohortSummary, { cohortid: third }))).toEqual(
    valueOf(await call(cohortSummary, { cohortid: again })),
  )
  const versions = await history('cohort', third)
  expect(versions[0]).toMatchObject({ version_no: 4, action: 'restore', restored_no: 1 })
  expect(versions[0]?.definition).toEqual(made?.definition)
  // Another restoration undoes it.
  const { id: fourth } = valueOf(await restore('cohort', third, 3))
  expect(valueOf(await call(rulesInfo, { cohortid: fourth })).rules).toMatchObject(from('30'))
  // A name alone keeps the id.
  valueOf(await call(cohortEdit, { cohortid: fourth, name: 'Grown up' }))
  expect(valueOf(await restore('cohort', fourth, 5))).toEqual({ id: fourth })
})

test('compound and pedigree sets are restored as they were', async () => {
  const smokers = await newCohort({
    name: 'Smokers',
    variable: 'SMOKER',
    constraint_type: 'VALID',
    constraint_value: null,
  })
  const compound = {
    cohort_type: 'compound' as const,
    variable: null,
    constraint_type: 'UNION',
    constraint_value: null,
    secondparent_id: smokers,
  }
  const families = {
    cohort_type: 'pedigree' as const,
    constraint_type: 'VALID',
    constraint_value: null,
    variable: 'SMOKER',
    min_pedsize: 2,
    ped_constraint: 'min' as const,
    ped_constraint_count: 1,
  }
  for (const draft of [
    { ...compound, name: 'Both' },
    { ...families, name: 'Families' },
  ]) {
    const id = await newCohort(draft)
    const counts = valueOf(await call(cohortSummary, { cohortid: id }))
    const replaced = valueOf(await call(rulesReplace, { cohortid: id, parent_id: 1, rules: from('30') })).new_cohort_id
    const { id: restored } = valueOf(await restore('cohort', replaced, 1))
    const [newest, , oldest] = await history('cohort', restored)
    expect(newest?.definition).toEqual(oldest?.definition)
    expect(oldest?.definition.cohort).toMatchObject({ cohort_type: draft.cohort_type })
    expect(valueOf(await call(cohortSummary, { cohortid: restored }))).toEqual(counts)
  }
})

test('dependants keep their histories when the cohorts and variables that they depend on are replaced', async () => {
  const parent = await newRules('Parent', from('18'))
  const child = await newCohort({ name: 'Child', parent_id: parent })
  valueOf(await call(cohortEdit, { cohortid: child, name: 'Own child' }))
  const request = { cohortid: parent, parent_id: 1, rules: from('30') }
  const parentNow = valueOf(await call(rulesReplace, { ...request, rerun: true })).new_cohort_id
  const named = async (name: string) =>
    valueOf(await call(cohortInfo, {})).cohorts.find((cohort) => cohort.name === name)?.cohortid ?? 0
  const childNow = await named('Own child')
  expect(childNow).not.toBe(child)
  const { data, cohorts } = valueOf(await call(historyInfo, { kind: 'cohort', id: childNow }))
  expect(data.map(({ action }) => action)).toEqual(['rerun', 'edit', 'make'])
  expect(data.map(({ definition }) => definition.cohort?.parent_id)).toEqual([parentNow, parentNow, parentNow])
  expect(cohorts).toContainEqual({ cohortid: parentNow, name: 'Parent' })
  valueOf(await restore('cohort', childNow, 1))
  expect(await named('Child')).toBe(childNow)

  const refused = await restore('cohort', parentNow, 1)
  expect(refused).toMatchObject({ status: 409, serverMessage: 'It is still used by the cohort "Child".' })
  const { id: restored } = valueOf(await restore('cohort', parentNow, 1, true))
  expect(await actions('cohort', restored)).toEqual(['3 restore', '2 replace', '1 make'])
  expect(await actions('cohort', await named('Child'))).toEqual(['5 rerun', '4 restore', '3 rerun', '2 edit', '1 make'])
})

test('custom variables are restored with their dependants, and their names by an edit', async () => {
  const { constructid } = valueOf(await call(constructNew, AGE_GROUP))
  const [younger, older] = AGE_GROUP.values
  if (!younger || !older) throw new Error('Two values are expected.')
  const elder = {
    ...younger,
    definition: {
      relationship: 'AND' as const,
      constraints: [{ variable_name: 'AGE', constraint_type: 'LT', constraint_value: '50' }],
    },
  }
  const condition = { variable: 'AGE_GROUP', constraint_type: 'EQ', constraint_value: 'older' }
  await newCohort({ name: 'Older ones', ...condition })
  const replacement = { ...AGE_GROUP, values: [elder, older], constructid }
  const { constructid: replaced } = valueOf(await call(constructReplace, { ...replacement, rerun: true }))
  expect(await actions('construct', replaced)).toEqual(['2 replace', '1 make'])
  expect(await restore('construct', replaced, 1)).toMatchObject({ status: 409 })

  const { id: restored } = valueOf(await restore('construct', replaced, 1, true))
  const [newest, , oldest] = await history('construct', restored)
  expect(newest?.definition).toEqual(oldest?.definition)
  expect(valueOf(await call(constructInfo, { constructid: restored })).custom_vars).toMatchObject([
    { name: 'AGE_GROUP', values: [{ name: 'younger', definition: younger.definition }, { name: 'older' }] },
  ])
  const cohort = valueOf(await call(cohortInfo, {})).cohorts.find(({ name }) => name === 'Older ones')
  expect(await actions('cohort', cohort?.cohortid ?? 0)).toEqual(['3 rerun', '2 rerun', '1 make'])
  valueOf(await call(constructEdit, { constructid: restored, description: 'Two groups' }))
  expect(valueOf(await restore('construct', restored, 3))).toEqual({ id: restored })
  expect(await restore('cohort', cohort?.cohortid ?? 0, 1)).toMatchObject({ ok: true })
  valueOf(await call(cohortDelete, { cohortid: cohort?.cohortid ?? 0 }))
  valueOf(await call(constructDelete, { constructid: restored }))
})

test('refuses a version whose variable is deleted, or is another one now', async () => {
  const draft = { ...AGE_GROUP, name: 'AGE_SPAN' }
  const { constructid } = valueOf(await call(constructNew, draft))
  const id = await newSet('Spans', ['AGE_SPAN'])
  valueOf(await call(variableSetEdit, { varsetid: id, variables: ['AGE'] }))
  valueOf(await call(constructDelete, { constructid }))
  const refusal = (words: string) => ({ status: 409, serverMessage: words })
  expect(await restore('varset', id, 1)).toMatchObject(
    refusal('It is based on the variable “AGE_SPAN”, which is deleted or has another name now.'),
  )
  valueOf(await call(constructNew, draft))
  expect(await restore('varset', id, 1)).toMatchObject(
    refusal('It is based on a deleted variable “AGE_SPAN”. Another variable has that name now.'),
  )
  expect(await actions('varset', id)).toEqual(['2 edit', '1 make'])
})

test('refuses a name that another object has, an empty cohort and an unknown version, and changes nothing', async () => {
  const id = await newCohort({ name: 'Taken' })
  valueOf(await call(cohortEdit, { cohortid: id, name: 'Free' }))
  const other = await newCohort({ name: 'Taken' })
  expect(await restore('cohort', id, 1)).toMatchObject({ status: 409 })
  expect(await restore('cohort', id, 9)).toMatchObject({ status: 404 })
  const parent = await newRules('Old ones', from('18'))
  const child = await newCohort({ name: 'On old ones', parent_id: parent })
  const moved = valueOf(await call(rulesReplace, { cohortid: child, parent_id: 1, rules: from('20') })).new_cohort_id
  valueOf(await call(cohortDelete, { cohortid: parent }))
  expect(await restore('cohort', moved, 1)).toMatchObject({ ok: false, status: 404 })
  expect(valueOf(await call(historyInfo, { kind: 'cohort', id: moved })).cohorts).toContainEqual({
    cohortid: parent,
    name: 'Old ones',
  })
  expect(await actions('cohort', moved)).toEqual(['2 replace', '1 make'])
  expect(await actions('cohort', other)).toEqual(['1 make'])
})

test('another user gets 404, as for an object that does not exist', async () => {
  const id = await newCohort({ name: 'Private' })
  const other = await server.callAs('admin')
  const missing = await other(historyInfo, { kind: 'cohort', id: 999_999 })
  expect(missing).toMatchObject({ ok: false, status: 404 })
  expect(await other(historyInfo, { kind: 'cohort', id })).toEqual(missing)
  expect(await other(historyRestore, { kind: 'cohort', id, version_no: 1 })).toMatchObject({ ok: false, status: 404 })
})

test('a history holds no numbers of participants, also with MIN_CELL', async () => {
  const guarded = await createTestServer({ holding: server.database, isShared: true, minimumCell: 5 })
  const call = await guarded.callAs('researcher')
  const { new_cohort_id: id } = valueOf(await call(cohortNew, { ...ADULTS, name: 'Guarded' }))
  const fetch = await guarded.fetchAs('researcher')
  const body = await (await fetch(`/api/v0/history?kind=cohort&id=${id}`)).json()
  expect(body).toEqual({
    id,
    data: [
      {
        version_no: 1,
        made_at: expect.any(String),
        action: 'make',
        restored_no: null,
        definition: {
          name: 'Guarded',
          description: '',
          variables: null,
          cohort: {
            parent_id: 1,
            cohort_type: 'subset',
            variable: 'AGE',
            constraint_type: 'GT',
            constraint_values: ['18'],
          },
          construct: null,
        },
      },
    ],
    cohorts: [{ cohortid: 1, name: 'All Individuals' }],
  })
  const refused = { status: 422, serverMessage: 'Nobody is in this cohort.' }
  const empty = { parent_id: 1, rules: from('200') }
  expect(await call(rulesNew, { ...empty, name: 'Empty' })).toMatchObject(refused)
})

test('audits a restoration with kind, name and version', async () => {
  const id = await newSet('Audited', ['AGE'])
  valueOf(await call(variableSetEdit, { varsetid: id, variables: ['MOOD_LOW'] }))
  valueOf(await restore('varset', id, 1))
  const admin = await server.callAs('admin')
  const { data } = valueOf(await admin(audit, { limit: 10 }))
  expect(data.find(({ action }) => action === 'POST /history/restore')).toMatchObject({
    username: 'researcher',
    subject: { id, kind: 'varset', name: 'Audited', version_no: 1, made: id },
  })
})

test('keeps the first and the newest versions', async () => {
  const id = await newSet('Many', ['AGE'])
  for (let place = 2; place <= HISTORY_VERSIONS_MAX + 3; place += 1) {
    valueOf(await call(variableSetEdit, { varsetid: id, description: String(place) }))
  }
  const numbers = (await history('varset', id)).map(({ version_no }) => version_no)
  expect(numbers).toHaveLength(HISTORY_VERSIONS_MAX)
  expect([numbers[0], numbers.at(-2), numbers.at(-1)]).toEqual([HISTORY_VERSIONS_MAX + 3, 5, 1])
  valueOf(await call(variableSetDelete, { varsetid: id }))
})
