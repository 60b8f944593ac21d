import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortInfo, cohortNew, cohortOverlap, cohortPreview, cohortSummary } from '#contract/cohorts.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { downloadNew } from '#contract/downloads.ts'
import { releasesInfo } from '#contract/releases.ts'
import { rulesNew, rulesPreview } from '#contract/rules.ts'
import { userinfo } from '#contract/session.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { variableDistribution, variableSearch, variableSimilar } from '#contract/variables.ts'
import { RELATIVES } from '#domain/cohorts/rules.ts'
import { NO_COUNT } from '#server/model/user.ts'
import { randomFrom } from '#tests/bench/random-from.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import type { Person, Study } from '#tests/support/study.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'
import { ask, fieldsFor, textOf, walkedCalls, type Things } from '#tests/support/walk-calls.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS, hookTimeout: SLOW_TEST_MILLISECONDS })

const PARTICIPANTS = 240
const CODES = ['0', '1', '2', '3']
const TEXTS = ['calm', 'low mood', 'elated', 'slept badly']

/** Parents with two children; each collection has members in mixed families. Two of three may be read by no researcher. */
function personAt(nth: number): Person {
  const first = nth - (nth % 4)
  const id = (place: number) => `P${1_000 + place}`
  const isChild = nth % 4 > 1
  return {
    id: id(nth),
    family: `F${1_000 + first}`,
    collection: ['bp', 'au', 'sz', 'au', 'bp', 'sz', 'bp'][nth % 7] ?? 'au',
    study: String(1 + (nth % 3)),
    sex: nth % 2 === 0 ? 'M' : 'F',
    ...(isChild && { father: id(first), mother: id(first + 1) }),
  }
}

const CODED = ['SECRET', 'SECRET_AGAIN', 'C0', 'C1', 'C2']
const variables = [
  ...CODED.map((name) => ({ name, dataType: 'categorical', possibleValues: CODES, question: `Secret mood ${name}` })),
  { name: 'N0', dataType: 'numberrange', question: 'Mood scale' },
  { name: 'NOTES', dataType: 'text', question: 'Notes on mood' },
  { name: 'BORN', dataType: 'fuzzydate', question: 'Born' },
]

/** Readable participants have the same answers for any seed; of the others both answers and records differ. */
function studyOf(seed: number): Study {
  const [readable, unreadable] = [randomFrom(1), randomFrom(seed)]
  const participants = Array.from({ length: PARTICIPANTS }, (_, nth) => personAt(nth))
  const forms = ['First', 'Second'].map((instrument, form) => ({
    instrument,
    version: '1',
    variables: variables.filter((_, place) => place % 2 === form),
    records: Object.fromEntries(
      participants.flatMap(({ id, collection }) => {
        const random = collection === 'bp' ? readable : unreadable
        const answer = (items: readonly string[]) => items[Math.floor(random() * items.length)] ?? ''
        const hasRecord = random() < (collection === 'bp' ? 0.9 : seed / 10)
        const answers = [
          ...CODED.map((name): [string, string] => [name, answer(CODES)]),
          ['N0', String(Math.floor(random() * (collection === 'bp' ? 50 : 50 * seed)))] as const,
          ['NOTES', answer(TEXTS)] as const,
          ['BORN', `19${10 + Math.floor(random() * 80)}-UU-UU`] as const,
        ].filter(() => random() < 0.9)
        const names = variables.filter((_, place) => place % 2 === form).map(({ name }) => name)
        return hasRecord ? [[id, Object.fromEntries(answers.filter(([name]) => names.includes(name)))]] : []
      }),
    ),
  }))
  return { participants, forms }
}

/** The same sequence of ids on every server. */
function repeatedRandom() {
  let next = 0
  return (bytes: number) => Uint8Array.from({ length: bytes }, (_, index) => (next += index + 1) % 251)
}

let servers: readonly [TestServer, TestServer]
beforeAll(async () => {
  const serverOf = (seed: number) =>
    createTestServer({ study: studyOf(seed), minimumCell: NO_COUNT, random: repeatedRandom() })
  servers = [await serverOf(3), await serverOf(8)]
  for (const server of servers) await warm(server)
})
afterAll(() => {
  for (const server of servers) server.close()
})

const subset = (variable: string, constraint_value: string, parent_id = 1) =>
  ({ parent_id, cohort_type: 'subset', variable, constraint_type: 'EQ', constraint_value }) as const

/** An administrator's requests fill the caches that all readers share. */
async function warm(server: TestServer): Promise<void> {
  const fetch = await server.fetchAs('admin')
  const things = { cohortid: 1, varsetid: 1, constructid: 1, projectid: 1, downloadid: 'none' }
  let round = 0
  for (const call of (await walkedCalls()).filter(({ changes }) => changes === undefined)) {
    for (const variable of ['SECRET', 'N0', 'NOTES', 'BORN']) {
      await (await ask(fetch, call, allFields(things, variable, 1, round++))).arrayBuffer()
    }
  }
  const call = await server.callAs('admin')
  await vi.waitFor(async () => {
    const found = valueOf(await call(variableSearch, { searchstring: '', searchtype: 'question', facets: true }))
    expect(found.facets?.['collection']).toBeDefined()
  })
}

function allFields(things: Things, variable: string, cohortid: number, round: number): Record<string, unknown> {
  const values = ['LT', 'GTE'].map((constraint_type) => ({
    name: constraint_type,
    definition: {
      relationship: 'AND',
      constraints: [{ variable_name: 'N0', constraint_type, constraint_value: '30' }],
    },
  }))
  const isCoded = CODED.includes(variable)
  return {
    ...fieldsFor(things, variable, round),
    cohortid,
    cohortids: cohortid === 1 ? [1] : [cohortid, 1],
    limit_cohortid: cohortid,
    parent_id: cohortid,
    construct_type: 'multiple',
    defaultValue: 'rest',
    variables: ['N0'],
    values,
    cross: 'C2',
    constraint_type: isCoded ? 'EQ' : 'VALID',
    constraint_value: isCoded ? '2' : undefined,
    variable_names: ['SECRET', 'N0', 'NOTES', 'BORN', 'LOW'],
    other_variable_name: variable === 'C2' ? 'C1' : 'C2',
    searchstring: round % 2 === 0 ? '' : 'secret mood',
    nearest: true,
    rules: {
      version: 1,
      match: 'any',
      rules: [
        { variable_name: 'SECRET', constraint_type: 'EQ', constraint_value: '2' },
        { variable_name: 'N0', constraint_type: 'VALID' },
      ],
    },
  }
}

async function save(call: WireCall): Promise<Things & { readonly cohorts: readonly number[] }> {
  const cohort = async (name: string, draft: object) =>
    valueOf(await call(cohortNew, { ...subset('C0', '0'), ...draft, name })).new_cohort_id
  const first = await cohort('First', {})
  const second = await cohort('Second', subset('C1', '1'))
  const combined = { cohort_type: 'compound', parent_id: first, secondparent_id: second }
  const union = await cohort('Union', { ...combined, constraint_type: 'UNION' })
  const difference = await cohort('Difference', { ...combined, constraint_type: 'SUBTRACT' })
  const families = await cohort('Families', {
    cohort_type: 'pedigree',
    parent_id: first,
    variable: 'SECRET',
    constraint_value: '2',
    ped_constraint: 'min',
    ped_constraint_count: 1,
    min_pedsize: 2,
  })
  const relatives = await cohort('Relatives', { cohort_type: 'pedigree', parent_id: first, variable: null })
  const low = (name: string, constraint_type: string) => ({
    name,
    definition: {
      relationship: 'AND' as const,
      constraints: [{ variable_name: 'N0', constraint_type, constraint_value: '20' }],
    },
  })
  const made = { construct_type: 'downcode' as const, defaultValue: '', variables: ['N0'] }
  const { constructid } = valueOf(
    await call(constructNew, { ...made, name: 'LOW', values: [low('yes', 'LT'), low('no', 'GTE')] }),
  )
  const rules = {
    version: 1 as const,
    match: 'all' as const,
    rules: [
      {
        match: 'any' as const,
        relatives: { scope: 'relatives' as const, comparison: 'min' as const, count: 1 },
        rules: [{ variable_name: 'SECRET', constraint_type: 'EQ', constraint_value: '2' }],
      },
    ],
  }
  const byRules = valueOf(await call(rulesNew, { name: 'Rules', parent_id: 1, rules })).new_cohort_id
  const names = ['C0', 'N0', 'NOTES', 'BORN', 'LOW']
  const varsetid = valueOf(await call(variableSetNew, { name: 'Some', variables: names })).id
  const prepared = valueOf(await call(downloadNew, { cohortid: union, varsetid }))
  const cohorts = [1, first, union, difference, families, relatives, byRules]
  return { cohorts, cohortid: first, varsetid, constructid, projectid: 1, downloadid: prepared[0]?.download_id ?? '' }
}

/** The text of every response by request. */
async function walk(server: TestServer, username: Username): Promise<Map<string, string>> {
  const fetch = await server.fetchAs(username)
  const nothing = { cohorts: [1], cohortid: 1, varsetid: 1, constructid: 1, projectid: 1, downloadid: 'none' }
  const things = username === 'newcomer' ? nothing : await save(await server.callAs(username))
  const texts = new Map<string, string>()
  let round = 0
  // The ids of sessions are random.
  for (const call of (await walkedCalls()).filter(({ path }) => path !== '/account/sessions')) {
    const hasVariable = call.fields.some((field) => field.startsWith('variable'))
    const hasCohort = call.fields.some((field) => /^(cohortids?|limit_cohortid|parent_id)$/.test(field))
    for (const variable of hasVariable ? ['SECRET', 'N0', 'NOTES', 'BORN', 'LOW'] : ['SECRET']) {
      for (const cohortid of hasCohort ? things.cohorts : [1]) {
        const response = await ask(fetch, call, allFields(things, variable, cohortid, round++))
        texts.set(
          `${call.method} ${call.path} ${variable} of ${things.cohorts.indexOf(cohortid)}, ${round}`,
          `${response.status} ${await textOf(response)}`,
        )
      }
    }
  }
  return texts
}

test.each(['colleague', 'newcomer'] as const)(
  'every response to %s is equal, byte for byte, whatever the unreadable individuals answered',
  async (username) => {
    const [one, other] = [await walk(servers[0], username), await walk(servers[1], username)]
    const differing = [...one].filter(([request, text]) => other.get(request) !== text)
    expect(differing.map(([request, text]) => ({ request, text, other: other.get(request) }))).toEqual([])
    const successful = [...one.values()].filter((text) => text.startsWith('200'))
    expect(successful.length).toBeGreaterThan(username === 'newcomer' ? 40 : 300)
  },
)

test('rules about relatives, families and restrictions count readable individuals alone', async () => {
  const responses = async (server: TestServer) => {
    const call = await server.callAs('colleague')
    const found: unknown[] = []
    for (const scope of RELATIVES) {
      for (const comparison of ['min', 'max', 'equal'] as const) {
        const rule = { variable_name: 'SECRET', constraint_type: 'EQ', constraint_value: '1' }
        const group = { match: 'any' as const, relatives: { scope, comparison, count: 1 }, rules: [rule] }
        found.push(await call(rulesPreview, { parent_id: 1, rules: { version: 1, match: 'all', rules: [group] } }))
        const pedigree = { ...subset('SECRET', '1'), cohort_type: 'pedigree', min_pedsize: 2 } as const
        found.push(await call(cohortPreview, { ...pedigree, ped_constraint: comparison, ped_constraint_count: 1 }))
      }
    }
    found.push(await call(variableSimilar, { variable_name: 'SECRET' }), await call(releasesInfo, {}))
    return found
  }
  expect(await responses(servers[0])).toEqual(await responses(servers[1]))
})

test('an administrator sees all individuals, a reader those of the own collections, and which are not counted', async () => {
  const [server] = servers
  const sizesFor = async (username: Username) => {
    const call = await server.callAs(username)
    const { cohorts } = valueOf(await call(cohortInfo, { cohortid: 1 }))
    const { data } = valueOf(await call(cohortSummary, { cohortid: 1 }))
    const drawn = valueOf(await call(variableDistribution, { variable_name: 'SECRET', cohortids: [1] }))
    return {
      size: cohorts[0]?.rowcount,
      summed: data.reduce((sum, { count }) => sum + (count ?? 0), 0),
      collections: [...new Set(data.map(({ collection }) => collection))],
      leftOut: drawn.data[0]?.left_out,
      notCounted: valueOf(await call(userinfo, {})).not_counted,
    }
  }
  const readable = studyOf(1).participants.filter(({ collection }) => collection === 'bp').length
  expect(await sizesFor('admin')).toEqual({
    size: PARTICIPANTS,
    summed: PARTICIPANTS,
    collections: ['au', 'bp', 'sz'],
    leftOut: [],
    notCounted: [],
  })
  expect(await sizesFor('colleague')).toEqual({
    size: readable,
    summed: readable,
    collections: ['bp'],
    leftOut: ['au', 'sz'],
    notCounted: ['au', 'sz'],
  })
  expect(await sizesFor('newcomer')).toMatchObject({ size: 0, summed: 0, notCounted: ['au', 'bp', 'sz'] })
})

test('previews, summaries and overlap name the collections that are not counted', async () => {
  const [server] = servers
  const leftOutFor = async (username: Username) => {
    const call = await server.callAs(username)
    const saved = valueOf(await call(cohortNew, { ...subset('C1', '1'), name: 'Named' })).new_cohort_id
    const rule = { variable_name: 'SECRET', constraint_type: 'EQ', constraint_value: '1' }
    const definition = { relationship: 'AND' as const, constraints: [rule] }
    const values = ['yes', 'also'].map((name) => ({ name, definition }))
    const construct = { construct_type: 'multiple' as const, defaultValue: '', variables: ['SECRET'], values }
    return [
      valueOf(await call(cohortPreview, subset('C1', '1'))),
      valueOf(await call(cohortSummary, { cohortid: saved })),
      valueOf(await call(rulesPreview, { parent_id: 1, rules: { version: 1, match: 'all', rules: [rule] } })),
      ...valueOf(await call(cohortOverlap, { cohortids: [1, saved] })).data,
      valueOf(await call(constructPreview, construct)),
    ].map(({ left_out }) => left_out ?? [])
  }
  expect(await leftOutFor('admin')).toEqual([[], [], [], [], [], []])
  const unread = ['au', 'sz']
  expect(await leftOutFor('colleague')).toEqual([unread, unread, unread, unread, unread, unread])
})

test('a cohort that was saved while unreadable individuals were counted has its readable members', async () => {
  const study = studyOf(3)
  const shown = await createTestServer({ study })
  const saving = await shown.callAs('colleague')
  const id = valueOf(await saving(cohortNew, { ...subset('C0', '0'), name: 'Saved before' })).new_cohort_id
  const before = valueOf(await saving(cohortSummary, { cohortid: id })).data
  const restricted = await createTestServer({ holding: shown.database, isShared: true, minimumCell: NO_COUNT })
  const call = await restricted.callAs('colleague')
  const readable = before
    .filter(({ collection }) => collection === 'bp')
    .reduce((sum, row) => sum + (row.count ?? 0), 0)
  expect(before.some(({ collection }) => collection === 'au')).toBe(true)
  const { cohorts } = valueOf(await call(cohortInfo, { cohortid: id }))
  expect(cohorts[0]).toMatchObject({ rowcount: readable, kept: readable, collections: ['bp'] })
  expect(valueOf(await call(cohortSummary, { cohortid: id })).data).toEqual(
    before.filter(({ collection }) => collection === 'bp'),
  )
  shown.close()
})
