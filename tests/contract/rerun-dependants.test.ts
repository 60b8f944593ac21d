import type * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortInfo, cohortNew, cohortSummary } from '#contract/cohorts.ts'
import { constructNew, constructReplace } from '#contract/custom-variable-drafts.ts'
import { constructInfo } from '#contract/custom-variables.ts'
import { rulesDependants, constructDependants } from '#contract/dependants.ts'
import { downloadNew, downloadPreview } from '#contract/downloads.ts'
import { rulesInfo, rulesNew, rulesReplace, type RuleDefinition } from '#contract/rules.ts'
import type { CohortDraft } from '#contract/shapes/cohort-draft.ts'
import { trashInfo } from '#contract/trash.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let call: WireCall
beforeAll(async () => {
  server = await createTestServer()
  call = await server.callAs('researcher')
})
afterAll(() => server.close())

type Rules = v.InferInput<typeof RuleDefinition>
const version = 1
const ageFrom = (age: string) => ({ variable_name: 'AGE', constraint_type: 'GTE', constraint_value: age })
const from = (age: string): Rules => ({ version, match: 'all', rules: [ageFrom(age)] })

async function saved(name: string, draft: Partial<CohortDraft> & { parent_id: number }): Promise<number> {
  return valueOf(await call(cohortNew, { cohort_type: 'subset', ...draft, name })).new_cohort_id
}

/** A cohort by rules with a subset, a union, families and rules on it, in a chain. */
async function family(prefix: string) {
  const top = valueOf(await call(rulesNew, { parent_id: 1, rules: from('18'), name: `${prefix} top` })).new_cohort_id
  const smokers = { variable: 'SMOKER', constraint_type: 'VALID' }
  const subset = await saved(`${prefix} subset`, { parent_id: top, ...smokers })
  const families = await saved(`${prefix} families`, { parent_id: subset, cohort_type: 'pedigree' })
  const all = await saved(`${prefix} all smokers`, { parent_id: 1, ...smokers })
  const union = await saved(`${prefix} union`, {
    parent_id: all,
    secondparent_id: families,
    cohort_type: 'compound',
    constraint_type: 'UNION',
  })
  const rules: Rules = {
    version,
    match: 'none',
    rules: [{ cohortid: union }, { match: 'all', rules: [{ cohortid: top }] }],
  }
  const none = valueOf(await call(rulesNew, { parent_id: 1, rules, name: `${prefix} none` })).new_cohort_id
  return { top, subset, families, all, union, none }
}

async function cohortNamed(name: string) {
  return valueOf(await call(cohortInfo, {})).cohorts.find((cohort) => cohort.name === name)
}

test('a replacement runs all dependants again, in order, as announced', async () => {
  const ids = await family('A')
  const request = { cohortid: ids.top, parent_id: 1, rules: from('50') }
  const { dependants, problem } = valueOf(await call(rulesDependants, request))
  expect(problem).toBeNull()
  expect(dependants.map(({ name, id }) => [name, id])).toEqual([
    ['A subset', ids.subset],
    ['A families', ids.families],
    ['A union', ids.union],
    ['A none', ids.none],
  ])
  for (const { id, before } of dependants) {
    expect(valueOf(await call(cohortInfo, { cohortid: id })).cohorts).toMatchObject([{ rowcount: before }])
  }
  expect(dependants.some(({ before, after }) => before !== after)).toBe(true)
  expect(await call(rulesReplace, request)).toMatchObject({ status: 409 })

  const top = valueOf(await call(rulesReplace, { ...request, rerun: true })).new_cohort_id
  for (const { name, id, after } of dependants) {
    const cohort = await cohortNamed(name)
    expect(cohort).toMatchObject({ name, rowcount: after })
    expect(cohort?.cohortid).not.toBe(id)
    expect(await call(cohortInfo, { cohortid: id })).toMatchObject({ status: 404 })
    const summary = valueOf(await call(cohortSummary, { cohortid: cohort?.cohortid ?? 0 }))
    expect(summary.data.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(after)
  }
  const [subset, families, union, none] = [
    await cohortNamed('A subset'),
    await cohortNamed('A families'),
    await cohortNamed('A union'),
    await cohortNamed('A none'),
  ]
  expect(subset?.parent_id).toBe(top)
  expect(families?.parent_id).toBe(subset?.cohortid)
  expect(union).toMatchObject({ parent_id: ids.all, secondparent_id: families?.cohortid })
  const { rules } = valueOf(await call(rulesInfo, { cohortid: none?.cohortid ?? 0 }))
  expect(rules.rules).toMatchObject([{ cohortid: union?.cohortid }, { rules: [{ cohortid: top }] }])
  const inTrash = valueOf(await call(trashInfo, {})).data.map(({ name }) => name)
  expect(inTrash).toEqual(expect.arrayContaining(['A top', 'A subset', 'A families', 'A union', 'A none']))
})

test('a dependant that would be empty stops the whole replacement', async () => {
  const ids = await family('B')
  const request = { cohortid: ids.top, parent_id: 1, rules: from('1') }
  const none: Rules = { version, match: 'all', rules: [{ ...ageFrom('18'), constraint_type: 'LT' }] }
  const refused = { ...request, rules: none, rerun: true }
  const { problem, dependants } = valueOf(await call(rulesDependants, refused))
  expect(problem).toBe('The cohort "B subset" cannot be run again: Nobody is in this cohort.')
  expect(dependants.map(({ after }) => after)).toEqual([null, null, null, null])
  expect(await call(rulesReplace, refused)).toMatchObject({ status: 422, serverMessage: problem })
  for (const cohortid of Object.values(ids)) expect(await call(cohortInfo, { cohortid })).toMatchObject({ ok: true })
})

test('refuses a replacement that is built on its own dependants', async () => {
  const ids = await family('C')
  for (const built of [
    { parent_id: ids.union, rules: from('18') },
    { parent_id: 1, rules: { version, match: 'all', rules: [{ cohortid: ids.none }] } satisfies Rules },
  ]) {
    const refused = await call(rulesReplace, { cohortid: ids.top, ...built, rerun: true })
    expect(refused).toMatchObject({ status: 422, serverMessage: 'A cohort cannot be built on itself.' })
    const { problem } = valueOf(await call(rulesDependants, { cohortid: ids.top, ...built }))
    expect(problem).toBe('A cohort cannot be built on itself.')
  }
  const colleague = await server.callAs('colleague')
  expect(await colleague(rulesDependants, { cohortid: ids.top, parent_id: 1, rules: from('18') })).toMatchObject({
    status: 404,
  })
})

test('a preview of dependants changes nothing', async () => {
  const ids = await family('D')
  const before = valueOf(await call(cohortInfo, {}))
  valueOf(await call(rulesDependants, { cohortid: ids.top, parent_id: 1, rules: from('50') }))
  expect(valueOf(await call(cohortInfo, {}))).toEqual(before)
})

const value = (name: string, variable_name: string, constraint_type: string, constraint_value: string) => ({
  name,
  definition: { relationship: 'AND' as const, constraints: [{ variable_name, constraint_type, constraint_value }] },
})

/** A downcode of the age, a downcode of the downcode, a set of both, and cohorts on both. */
async function ages(prefix: string) {
  const group = {
    name: `${prefix}_GROUP`,
    construct_type: 'downcode' as const,
    defaultValue: '',
    variables: ['AGE'],
    values: [value('young', 'AGE', 'LT', '40'), value('old', 'AGE', 'GTE', '40')],
  }
  const constructid = valueOf(await call(constructNew, group)).constructid
  const second = {
    ...group,
    name: `${prefix}_SECOND`,
    variables: [group.name],
    values: [value('yes', group.name, 'EQ', 'old'), value('no', group.name, 'EQ', 'young')],
  }
  const secondId = valueOf(await call(constructNew, second)).constructid
  const variables = [group.name, 'AGE']
  const setId = valueOf(await call(variableSetNew, { name: `${prefix} set`, variables })).id
  const one = { constraint_type: 'EQ', constraint_value: 'old' }
  const cohortId = await saved(`${prefix} old`, { parent_id: 1, variable: group.name, ...one })
  const rules: Rules = {
    version,
    match: 'all',
    rules: [{ cohortid: cohortId }, { variable_name: second.name, constraint_type: 'EQ', constraint_value: 'yes' }],
  }
  const both = valueOf(await call(rulesNew, { parent_id: 1, rules, name: `${prefix} both` })).new_cohort_id
  const [download] = valueOf(await call(downloadNew, { cohortid: 1, varsetid: setId }))
  const from = (age: string) => ({
    ...group,
    constructid,
    values: [value('young', 'AGE', 'LT', age), value('old', 'AGE', 'GTE', age)],
  })
  return { group, constructid, secondId, setId, cohortId, both, from, downloadId: download?.download_id ?? '' }
}

test('a replaced custom variable takes its dependants with it', async () => {
  const { constructid, secondId, setId, cohortId, both, from: ageOf, downloadId } = await ages('E')
  const request = ageOf('50')
  const { dependants, problem } = valueOf(await call(constructDependants, request))
  expect(problem).toBeNull()
  expect(dependants).toMatchObject([
    { kind: 'construct', id: secondId, name: 'E_SECOND', before: null, after: null },
    { kind: 'varset', id: setId, name: 'E set' },
    { kind: 'cohort', id: cohortId, name: 'E old' },
    { kind: 'cohort', id: both, name: 'E both' },
  ])
  const [, , old] = dependants
  expect(old?.after).toBeLessThan(old?.before ?? 0)
  expect(await call(constructReplace, request)).toMatchObject({ status: 409 })
  const preview = (download: string) => call(downloadPreview, { downloadid: download })
  expect(await preview(downloadId)).toMatchObject({ ok: true })

  const replaced = valueOf(await call(constructReplace, { ...request, rerun: true }))
  expect(replaced.constructid).not.toBe(constructid)
  for (const { kind, name, after } of dependants) {
    if (kind === 'cohort') expect(await cohortNamed(name)).toMatchObject({ rowcount: after })
  }
  const [second] = valueOf(await call(constructInfo, { constructid: 'E_SECOND' })).custom_vars
  expect(second?.constructid).not.toBe(secondId)
  expect(second?.top_answers.find(([answer]) => answer === 'yes')?.[1]).toBe(old?.after)
  expect(await preview(downloadId)).toMatchObject({ status: 404 })
})

test('refuses a new definition that a dependant does not fit', async () => {
  const { group, from: ageOf } = await ages('F')
  const renamed = { ...ageOf('50'), name: 'F_OTHER', rerun: true }
  expect(await call(constructReplace, renamed)).toMatchObject({ status: 409 })
  const values = [value('young', 'AGE', 'LT', '40'), value('adult', 'AGE', 'GTE', '40')]
  const lacking = { ...ageOf('50'), values }
  const message = 'The custom variable "F_SECOND" uses the value "old", which the new definition lacks.'
  expect(valueOf(await call(constructDependants, lacking)).problem).toBe(message)
  expect(await call(constructReplace, { ...lacking, rerun: true })).toMatchObject({
    status: 409,
    serverMessage: message,
  })
  const cycle = { ...ageOf('50'), variables: ['F_SECOND'] }
  const cyclic = { ...cycle, values: [value('young', 'F_SECOND', 'EQ', 'no'), value('old', 'F_SECOND', 'EQ', 'yes')] }
  expect(await call(constructReplace, { ...cyclic, rerun: true })).toMatchObject({
    status: 422,
    serverMessage: 'A custom variable cannot be built on itself.',
  })
  expect(valueOf(await call(constructInfo, { constructid: group.name })).custom_vars).toHaveLength(1)
})

test('with MIN_CELL the sizes of dependants are suppressed', async () => {
  const guarded = await createTestServer({ minimumCell: 3 })
  try {
    const researcher = await guarded.callAs('researcher')
    const made = await researcher(rulesNew, { parent_id: 1, rules: from('18'), name: 'Top' })
    const cohortid = valueOf(made).new_cohort_id
    const child = { parent_id: cohortid, cohort_type: 'subset', variable: 'AGE', constraint_type: 'VALID' } as const
    valueOf(await researcher(cohortNew, { ...child, name: 'Child' }))
    const { dependants } = valueOf(await researcher(rulesDependants, { cohortid, parent_id: 1, rules: from('40') }))
    expect(dependants).toMatchObject([{ name: 'Child', before: null, after: null }])
  } finally {
    guarded.close()
  }
})

test('without the capability a cohort with dependants is not replaced', async () => {
  const plain = await createTestServer({ capabilities: ['rules'] })
  try {
    const ask = await plain.callAs('researcher')
    const cohortid = valueOf(await ask(rulesNew, { parent_id: 1, rules: from('18'), name: 'Top' })).new_cohort_id
    const child = { parent_id: cohortid, cohort_type: 'subset', variable: 'AGE', constraint_type: 'VALID' } as const
    valueOf(await ask(cohortNew, { ...child, name: 'Child' }))
    const request = { cohortid, parent_id: 1, rules: from('40') }
    expect(await ask(rulesReplace, { ...request, rerun: true })).toMatchObject({ status: 409 })
    expect(await ask(rulesDependants, request)).toMatchObject({ status: 404 })
  } finally {
    plain.close()
  }
})
