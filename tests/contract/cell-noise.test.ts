import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortInfo, cohortNew, cohortPreview, cohortSummary } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variables.ts'
import { downloadNew } from '#contract/downloads.ts'
import { releasesInfo } from '#contract/releases.ts'
import { userinfo, version } from '#contract/session.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { variableDistribution } from '#contract/variables.ts'
import { withdrawIndividuals } from '#server/modules/releases/withdraw.ts'
import { withWriteLock } from '#server/platform/db/write-lock.ts'
import { setDataOrigin } from '#server/store/data-origin.ts'
import { requireRelease } from '#server/store/releases/releases.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { attackedStudy } from '#tests/support/attacked-study.ts'
import { filesOf, textOf } from '#tests/support/read-zip.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import type { Study } from '#tests/support/study.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'
import { ask, fieldsFor, walkedCalls, type Things } from '#tests/support/walk-calls.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS, hookTimeout: SLOW_TEST_MILLISECONDS })

const MINIMUM = 5
const NOISE = 20
const KEY = new Uint8Array(32).fill(8)
const noiseKey = { read: async () => KEY, readOrMake: async () => KEY }

/** Two thirds of the participants are of a collection that only administrators may read. */
function studyOf(seedOfUnreadable: number): Study {
  const { study } = attackedStudy(1, MINIMUM)
  const other = attackedStudy(seedOfUnreadable, MINIMUM).study
  const participants = study.participants.map((person, nth) => ({ ...person, collection: nth % 6 < 2 ? 'bp' : 'au' }))
  const unreadable = new Set(participants.flatMap(({ id, collection }) => (collection === 'au' ? [id] : [])))
  const forms = study.forms.map((form, place) => ({
    ...form,
    records: Object.fromEntries(
      Object.entries(form.records).map(([id, answers]) => [
        id,
        unreadable.has(id) ? (other.forms[place]?.records[id] ?? {}) : answers,
      ]),
    ),
  }))
  return { participants, forms }
}

let exact: TestServer
let noisy: TestServer
/** Unreadable participants have other answers. */
let changed: TestServer
beforeAll(async () => {
  const options = { minimumCell: MINIMUM }
  exact = await createTestServer({ ...options, study: studyOf(2) })
  noisy = await createTestServer({ ...options, study: studyOf(2), cellNoise: NOISE, noiseKey })
  changed = await createTestServer({ ...options, study: studyOf(3) })
})
afterAll(() => {
  exact.close()
  noisy.close()
  changed.close()
})

const subset = (variable: string, constraint_value: string, parent_id = 1) =>
  ({ parent_id, cohort_type: 'subset', variable, constraint_type: 'EQ', constraint_value }) as const

interface Saved extends Things {
  readonly cohorts: readonly number[]
}

async function save(call: WireCall): Promise<Saved> {
  const cohort = async (name: string, draft: object) =>
    valueOf(await call(cohortNew, { ...subset('C0', '0'), ...draft, name })).new_cohort_id
  const first = await cohort('First', {})
  const second = await cohort('Second', subset('C1', '1'))
  const within = await cohort('Within', subset('C2', '2', first))
  const combined = { cohort_type: 'compound', constraint_type: 'UNION', parent_id: first, secondparent_id: second }
  const union = await cohort('Union', combined)
  const families = await cohort('Families', {
    cohort_type: 'pedigree',
    parent_id: first,
    variable: 'C3',
    constraint_value: '3',
    ped_constraint: 'min',
    ped_constraint_count: 1,
    min_pedsize: 1,
  })
  const low = (name: string, constraint_type: string) => ({
    name,
    definition: {
      relationship: 'AND' as const,
      constraints: [{ variable_name: 'N0', constraint_type, constraint_value: '30' }],
    },
  })
  const { constructid } = valueOf(
    await call(constructNew, {
      name: 'LOW',
      construct_type: 'downcode',
      defaultValue: '',
      variables: ['N0'],
      values: [low('yes', 'LT'), low('no', 'GTE')],
    }),
  )
  const varsetid = valueOf(await call(variableSetNew, { name: 'Some', variables: ['C0', 'N0', 'LOW'] })).id
  const prepared = await call(downloadNew, { cohortid: families, varsetid })
  const downloadid = prepared.ok ? (prepared.value[0]?.download_id ?? '') : 'none'
  const cohorts = [first, second, within, union, families]
  return { cohorts, cohortid: first, varsetid, constructid, projectid: 1, downloadid }
}

/** The numbers of a response by their place in it; values of a variable have the place of the value. */
function numbersIn(value: unknown, path: string): [string, number][] {
  if (typeof value === 'number') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, own]: [string, unknown]) => {
    const isPair = Array.isArray(own) && (own[0] === null || typeof own[0] === 'string')
    return numbersIn(isPair ? own.slice(1) : own, `${path}.${isPair ? String(own[0]) : key}`)
  })
}

/** These describe formats, not data. */
const SCHEMAS = ['/openapi.json', '/exchange/schema']

/** The documents of a bundle that count unreadable members. */
const DOCUMENTS = ['README.txt', 'flow.tsv', 'table1.tsv', 'cohort.json']

async function numbersOf(response: Response): Promise<[string, number][]> {
  const type = response.headers.get('content-type') ?? ''
  // An unread body would keep its place among the downloads.
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (type.includes('json')) return numbersIn(JSON.parse(new TextDecoder().decode(bytes)), '')
  if (type !== 'application/zip') return []
  const files = filesOf(bytes)
  return DOCUMENTS.flatMap((name) =>
    files.has(name)
      ? [...textOf(files, name).matchAll(/\d+/g)].map(([digits], place): [string, number] => [
          ` ${name}.${place}`,
          Number(digits),
        ])
      : [],
  )
}

const COHORT_FIELDS = ['cohortid', 'cohortids', 'limit_cohortid', 'parent_id']

/** The numbers of every response by request and place. */
async function walk(server: TestServer, username: Username): Promise<Map<string, number>> {
  const things = await save(await server.callAs(username))
  const fetch = await server.fetchAs(username)
  const numbers = new Map<string, number>()
  let round = 0
  const [first = 0, , , union = 0, families = 0] = things.cohorts
  const cohorts = [1, first, union, families]
  const values = ['LT', 'GTE'].map((constraint_type) => ({
    name: constraint_type,
    definition: {
      relationship: 'AND',
      constraints: [{ variable_name: 'N1', constraint_type, constraint_value: '60' }],
    },
  }))
  for (const call of await walkedCalls()) {
    if (SCHEMAS.includes(call.path)) continue
    const hasVariable = call.fields.some((field) => field.startsWith('variable'))
    for (const variable of hasVariable ? ['SECRET', 'N0', 'LOW'] : ['SECRET']) {
      for (const cohortid of call.fields.some((field) => COHORT_FIELDS.includes(field)) ? cohorts : [1]) {
        const fields = {
          ...fieldsFor(things, variable, round++),
          cohortid,
          cohortids: [cohortid, ...things.cohorts.slice(0, 2).filter((other) => other !== cohortid)],
          limit_cohortid: cohortid,
          parent_id: cohortid,
          construct_type: 'multiple',
          defaultValue: 'rest',
          variables: ['N1'],
          values,
          cross: 'C4',
          constraint_type: variable === 'N0' ? 'LT' : 'EQ',
          constraint_value: variable === 'LOW' ? 'yes' : '2',
          variable_names: ['SECRET', 'N0', 'LOW'],
          other_variable_name: 'C4',
          meta: { apiVersion: 'v2.0' },
          query: { filters: [{ id: variable, operator: '=', value: '2' }], requestedGranularity: 'count' },
          rules: { version: 1, match: 'all', rules: [{ cohortid: things.cohortid }] },
        }
        const response = await ask(fetch, call, fields)
        if (!response.ok) continue
        const request = `${call.path} ${variable} of ${cohorts.indexOf(cohortid)}`
        for (const [place, number] of await numbersOf(response)) numbers.set(request + place, number)
      }
    }
  }
  return numbers
}

/** The shown number of members of the unreadable collection. */
async function previewOf(call: WireCall, draft: object): Promise<number | null> {
  const { data } = valueOf(await call(cohortPreview, { ...subset('C5', '3'), ...draft }))
  return data.find(({ collection }) => collection === 'au')?.count ?? null
}

test('the count of a group is the same on every page, for every account and after a restart', async () => {
  const call = await noisy.callAs('newcomer')
  const count = await previewOf(call, {})
  expect(count).not.toBe(await previewOf(await exact.callAs('newcomer'), {}))
  const saved = valueOf(await call(cohortNew, { ...subset('C5', '3'), name: 'Counted' })).new_cohort_id
  const summary = valueOf(await call(cohortSummary, { cohortid: saved }))
  expect(summary.data.find(({ collection }) => collection === 'au')?.count).toBe(count)
  const bp = summary.data.find(({ collection }) => collection === 'bp')?.count ?? 0
  const { cohorts } = valueOf(await call(cohortInfo, { cohortid: saved }))
  expect(cohorts[0]).toMatchObject({ rowcount: (count ?? 0) + bp, kept: (count ?? 0) + bp })

  const colleague = await noisy.callAs('colleague')
  expect(await previewOf(colleague, {})).toBe(count)
  const drawn = valueOf(await colleague(variableDistribution, { variable_name: 'C5', cohortids: [1] }))
  const readable = valueOf(await colleague(cohortPreview, subset('C5', '3'))).data.filter(
    ({ collection }) => collection === 'bp',
  )
  const ofReadable = readable.reduce((sum, row) => sum + (row.count ?? 0), 0)
  expect(drawn.data[0]?.categories?.find(([code]) => code === '3')?.[1]).toBe((count ?? 0) + ofReadable)
  const restarted = await createTestServer({
    holding: noisy.database,
    isShared: true,
    minimumCell: MINIMUM,
    cellNoise: NOISE,
    noiseKey,
  })
  expect(await previewOf(await restarted.callAs('newcomer'), {})).toBe(count)
})

test('the size of collections has no noise, and an administrator sees exact counts', async () => {
  const sizes = async (server: TestServer, username: Username) =>
    valueOf(await (await server.callAs(username))(cohortSummary, { cohortid: 1 })).data.map(({ count }) => count)
  expect(await sizes(noisy, 'newcomer')).toEqual(await sizes(exact, 'newcomer'))
  expect(await sizes(noisy, 'admin')).toEqual(await sizes(exact, 'admin'))
  const admin = await previewOf(await noisy.callAs('admin'), {})
  expect(admin).toBe(await previewOf(await exact.callAs('admin'), {}))
})

test('the server states the noise to the users whose counts have it', async () => {
  const noiseFor = async (server: TestServer, username: Username) =>
    valueOf(await (await server.callAs(username))(userinfo, {})).count_noise
  expect(await noiseFor(noisy, 'newcomer')).toEqual({ deviation: NOISE, collections: ['au', 'bp'] })
  expect(await noiseFor(noisy, 'colleague')).toEqual({ deviation: NOISE, collections: ['au'] })
  expect([await noiseFor(noisy, 'admin'), await noiseFor(exact, 'newcomer')]).toEqual([null, null])
})

test('after a withdrawal every count has other noise, not only those of the individual who left', async () => {
  const server = await createTestServer({ study: studyOf(2), minimumCell: MINIMUM, cellNoise: NOISE, noiseKey })
  const call = await server.callAs('newcomer')
  const read = async () => {
    const counts: (number | null)[] = []
    for (const variable_name of ['SECRET', 'C0', 'C1', 'C2']) {
      const { data } = valueOf(await call(variableDistribution, { variable_name, cohortids: [1] }))
      const byCode = new Map(data[0]?.categories ?? [])
      counts.push(...['0', '1', '2', '3'].map((code) => byCode.get(code) ?? null))
    }
    return counts
  }
  const before = await read()
  await withWriteLock(server.database, (connection) => setDataOrigin(connection, 'imported'))
  await requireRelease(server.database, server.clock.now)
  await withWriteLock(server.database, (connection) =>
    withdrawIndividuals(connection, { individuals: [7], now: server.clock.now, hashes: new Map() }),
  )
  const after = await read()
  expect(after.filter((count, place) => count !== before[place]).length).toBeGreaterThan(12)
  server.close()
})

test('the hash of all answers is for administrators', async () => {
  const server = await createTestServer({ study: studyOf(2), minimumCell: MINIMUM })
  await withWriteLock(server.database, (connection) => setDataOrigin(connection, 'imported'))
  await requireRelease(server.database, server.clock.now)
  await withWriteLock(server.database, (connection) => connection.run(`UPDATE release SET content_hash = 'hash'`))
  const hashesFor = async (username?: Username) => {
    const call = await server.callAs(username)
    const ofVersion = valueOf(await call(version, {})).release?.content_hash
    if (!username) return [ofVersion]
    const { versions } = valueOf(await call(userinfo, {}))
    const { data } = valueOf(await call(releasesInfo, {}))
    return [ofVersion, versions?.release?.content_hash, ...data.map((release) => release.content_hash)]
  }
  expect(await hashesFor()).toEqual([null])
  expect(await hashesFor('colleague')).toEqual([null, null, null])
  expect(await hashesFor('admin')).toEqual([null, 'hash', 'hash'])
  server.close()
})

const PLACES = [
  '/cohort/info.cohorts..kept',
  '/cohort/info.cohorts..rowcount',
  '/cohort/overlap.data..count',
  '/cohort/preview.data..count',
  '/cohort/summary.data..affected_count',
  '/cohort/summary.data..pedigree_count',
  '/cohort/describe.data..groups..not_counted',
  '/variable/distribution.data..bins..count',
  '/variable/lookup.data..observations',
]

describe.each([
  ['newcomer', PLACES],
  ['colleague', [...PLACES, '/cohort/download/preview.excluded..count', '/cohort/download/bundle flow.tsv.']],
] as const)('%s', (username, places) => {
  test('no response has a count of unreadable individuals without noise', async () => {
    const without = await walk(exact, username)
    const withNoise = await walk(noisy, username)
    const withChanges = await walk(changed, username)
    const counts = [...without].filter(
      ([place, number]) =>
        number > MINIMUM && !place.endsWith('id') && withChanges.has(place) && withChanges.get(place) !== number,
    )
    const byPlace = new Map<string, { readonly all: Set<number>; readonly same: Set<number> }>()
    for (const [place, number] of counts) {
      const template = place.replace(/ (?:SECRET|N0|LOW) of \d+|\d+/g, '')
      const known = byPlace.get(template) ?? { all: new Set(), same: new Set() }
      byPlace.set(template, known)
      known.all.add(number)
      if (withNoise.get(place) === number) known.same.add(number)
    }
    // One in fifty is rounded to no noise.
    const exactPlaces = [...byPlace].filter(
      ([, { all, same }]) => same.size > Math.max(1, all.size / 5) || all.size === same.size,
    )
    expect(exactPlaces.map(([template]) => template)).toEqual([])
    expect([...byPlace.keys()]).toEqual(expect.arrayContaining([...places]))
  })
})
