import * as fc from 'fast-check'
import type * as v from 'valibot'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { cohortInfo, cohortNew } from '#contract/cohorts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { downloadNew } from '#contract/downloads.ts'
import { cohortRerun, cohortToday, definitionToday, releasesInfo } from '#contract/releases.ts'
import { rulesNew, type RuleDefinition } from '#contract/rules.ts'
import { userinfo, version } from '#contract/session.ts'
import type { CohortDraft } from '#contract/shapes/cohort-draft.ts'
import { trashInfo } from '#contract/trash.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { NO_COUNT } from '#server/model/user.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { fuzzRuns } from '#tests/support/fuzz-runs.ts'
import { wholeDatabase } from '#tests/support/import-folders.ts'
import { filesOf, textOf } from '#tests/support/read-zip.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createTestServer, type Username } from '#tests/support/test-server.ts'
import { FIRST_VISIT, SECOND_VISIT, importVisit, type Visit } from '#tests/support/two-releases.ts'

const YEAR = new Date().getUTCFullYear()

async function serve(visit: Visit, minimumCell = 0) {
  const holding = await openTestDatabase()
  await importVisit(holding, visit)
  const server = await createTestServer({ holding, minimumCell })
  onTestFinished(() => server.close())
  return server
}

const subset = { cohort_type: 'subset', parent_id: 1 } as const
const scoreFrom = (score: string) => ({ variable: 'SCORE', constraint_type: 'GTE', constraint_value: score })

const scoreIs = (constraint_type: string) => ({ variable_name: 'SCORE', constraint_type, constraint_value: '20' })

async function save(call: WireCall, draft: Omit<CohortDraft, 'description'>): Promise<number> {
  return valueOf(await call(cohortNew, { ...draft, description: '' })).new_cohort_id
}

async function cohortNamed(call: WireCall, name: string) {
  const found = valueOf(await call(cohortInfo, {})).cohorts.find((cohort) => cohort.name === name)
  if (!found) throw new Error(`There is no cohort ${name}.`)
  return found
}

test('a cohort of an earlier release has its changes on the present one, with their causes', async () => {
  const server = await serve(FIRST_VISIT)
  const call = await server.callAs('researcher')
  const id = await save(call, { ...subset, name: 'High', ...scoreFrom('20') })
  expect(await cohortNamed(call, 'High')).toMatchObject({ counted: { is_current: true, release: `${YEAR}.1` } })
  expect(valueOf(await call(cohortToday, { cohortid: id }))).toMatchObject({
    before: 3,
    after: 3,
    changes: { entered: 0, left: 0, stayed: 3 },
    causes: [],
    rerun: [],
  })
  await importVisit(server.database, SECOND_VISIT)
  expect(await cohortNamed(call, 'High')).toMatchObject({
    rowcount: 3,
    counted: { is_current: false, people: 5, release: `${YEAR}.1` },
  })
  const before = await wholeDatabase(server.database)
  expect(valueOf(await call(cohortToday, { cohortid: id }))).toEqual({
    made_on: `${YEAR}.1`,
    today: `${YEAR}.2`,
    before: 3,
    after: 3,
    changes: { entered: 2, left: 2, stayed: 1 },
    causes: [
      { cause: 'added', variable_name: null, entered: 1, left: 0 },
      { cause: 'answered', variable_name: 'SCORE', entered: 1, left: 0 },
      { cause: 'corrected', variable_name: 'SCORE', entered: 0, left: 1 },
      { cause: 'unknown', variable_name: 'SCORE', entered: 0, left: 1 },
    ],
    rerun: [{ cohortid: id, name: 'High' }],
    problem: null,
  })
  expect(await wholeDatabase(server.database)).toEqual(before)
})

test('a cohort is run again with those that it is built on and all that are built on these', async () => {
  const server = await serve(FIRST_VISIT)
  const call = await server.callAs('researcher')
  valueOf(
    await call(constructNew, {
      construct_type: 'downcode',
      name: 'LEVEL',
      description: '',
      defaultValue: 'low',
      variables: ['SCORE'],
      variable_limit: 1,
      values: [
        { name: 'top', description: '', order: 1, definition: { relationship: 'AND', constraints: [scoreIs('GTE')] } },
        { name: 'low', description: '', order: 2, definition: { relationship: 'AND', constraints: [scoreIs('LT')] } },
      ],
    }),
  )
  const top = await save(call, {
    ...subset,
    name: 'Top',
    variable: 'LEVEL',
    constraint_type: 'EQ',
    constraint_value: 'top',
  })
  const low = await save(call, {
    ...subset,
    parent_id: top,
    name: 'Low',
    variable: 'MOOD',
    constraint_type: 'EQ',
    constraint_value: 'low',
  })
  const rules: v.InferInput<typeof RuleDefinition> = { version: 1, match: 'none', rules: [{ cohortid: low }] }
  const rest = valueOf(await call(rulesNew, { parent_id: top, rules, name: 'Rest' })).new_cohort_id
  const other = await save(call, { ...subset, name: 'Other', variable: 'MOOD', constraint_type: 'VALID' })
  await importVisit(server.database, SECOND_VISIT)

  const today = valueOf(await call(cohortToday, { cohortid: low }))
  expect(today.rerun.map(({ name }) => name)).toEqual(['Top', 'Low', 'Rest'])
  // b left for its score, f was added.
  expect(today).toMatchObject({ before: 2, after: 2, changes: { entered: 1, left: 1, stayed: 1 } })
  expect(today.causes).toEqual([
    { cause: 'added', variable_name: null, entered: 1, left: 0 },
    { cause: 'corrected', variable_name: 'SCORE', entered: 0, left: 1 },
  ])
  const again = valueOf(await call(cohortRerun, { cohortid: low })).new_cohort_id
  const [newTop, newLow, newRest] = [
    await cohortNamed(call, 'Top'),
    await cohortNamed(call, 'Low'),
    await cohortNamed(call, 'Rest'),
  ]
  expect(newLow).toMatchObject({ cohortid: again, parent_id: newTop.cohortid, rowcount: 2 })
  expect(newRest).toMatchObject({ parent_id: newTop.cohortid, rowcount: 1 })
  for (const one of [newTop, newLow, newRest]) {
    expect(one.counted).toMatchObject({ is_current: true, release: `${YEAR}.2` })
    expect([top, low, rest]).not.toContain(one.cohortid)
  }
  expect(await cohortNamed(call, 'Other')).toMatchObject({ cohortid: other, counted: { is_current: false } })
  const inTrash = valueOf(await call(trashInfo, {})).data.map(({ name }) => name)
  expect(inTrash.toSorted()).toEqual(['Low', 'Rest', 'Top'])
})

test('a cohort that would be empty is refused with the reason, and stays as it was', async () => {
  const server = await serve(FIRST_VISIT)
  const call = await server.callAs('researcher')
  const id = await save(call, { ...subset, name: 'Top', ...scoreFrom('40') })
  await importVisit(server.database, { e: { score: '1', mood: 'low' } })
  const problem = 'The cohort "Top" cannot be run again: Nobody is in this cohort.'
  expect(valueOf(await call(cohortToday, { cohortid: id }))).toMatchObject({ before: 1, after: null, problem })
  expect(await call(cohortRerun, { cohortid: id })).toMatchObject({ status: 422, serverMessage: problem })
  expect(await cohortNamed(call, 'Top')).toMatchObject({ cohortid: id, rowcount: 1 })
})

test('small-count protection hides the sizes, and other users find no cohort', async () => {
  const server = await serve(FIRST_VISIT, 2)
  const call = await server.callAs('researcher')
  const id = await save(call, { ...subset, name: 'High', ...scoreFrom('20') })
  await importVisit(server.database, SECOND_VISIT)
  expect(valueOf(await call(cohortToday, { cohortid: id }))).toMatchObject({
    made_on: `${YEAR}.1`,
    before: null,
    after: null,
    changes: null,
    causes: [],
  })
  const other = await server.callAs('colleague')
  expect(await other(cohortToday, { cohortid: id })).toMatchObject({ status: 404 })
  expect(await other(cohortRerun, { cohortid: id })).toMatchObject({ status: 404 })
})

test.each([5, NO_COUNT])('the hash of all answers is for administrators, with the minimum %s', async (minimumCell) => {
  const server = await serve(FIRST_VISIT, minimumCell)
  const hashesFor = async (username?: Username) => {
    const call = await server.callAs(username)
    const ofVersion = valueOf(await call(version, {})).release?.content_hash
    if (!username) return [ofVersion]
    const { versions } = valueOf(await call(userinfo, {}))
    const { data } = valueOf(await call(releasesInfo, {}))
    return [ofVersion, versions?.release?.content_hash, ...data.map((release) => release.content_hash)]
  }
  expect(await hashesFor()).toEqual([null])
  expect(await hashesFor('newcomer')).toEqual([null, null, null])
  const hash: unknown = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect(await hashesFor('admin')).toEqual([null, hash, hash])
})

test('lists the releases with what each added and corrected, and the version names the present one', async () => {
  const server = await serve(FIRST_VISIT)
  await importVisit(server.database, SECOND_VISIT)
  const call = await server.callAs('researcher')
  const { data } = valueOf(await call(releasesInfo, {}))
  expect(data).toMatchObject([
    { name: `${YEAR}.2`, individuals: 6, variables: 2, added: 1, corrected: 3 },
    { name: `${YEAR}.1`, individuals: 5, variables: 2, added: 5, corrected: 0 },
  ])
  for (const { content_hash } of data) expect(content_hash).toMatch(/^[0-9a-f]{64}$/)
  expect(valueOf(await call(version, {}))).toMatchObject({ release: { name: `${YEAR}.2` } })
})

test('a bundle names the release of its data and the hash of its content', async () => {
  const server = await serve(FIRST_VISIT)
  const call = await server.callAs('researcher')
  const { id } = valueOf(await call(variableSetNew, { name: 'S', variables: ['SCORE'] }))
  const [prepared] = valueOf(await call(downloadNew, { cohortid: 1, varsetid: id }))
  const fetch = await server.fetchAs('researcher')
  const response = await fetch(`${API_PREFIX}/cohort/download/bundle?downloadid=${prepared?.download_id}`)
  const files = filesOf(new Uint8Array(await response.arrayBuffer()))
  const [release] = valueOf(await call(releasesInfo, {})).data
  expect(textOf(files, 'README.txt')).toContain(
    `Data release ${release?.name} of ${release?.made_at}, SHA-256 of the content ${release?.content_hash}.`,
  )
  expect(JSON.parse(textOf(files, 'definitions.json'))).toMatchObject({
    data_release: { name: release?.name, content_hash: release?.content_hash },
  })
})

/** An individual's answers, undefined without a record. */
const answer = fc.record({ score: fc.constantFrom('', '1', '2', '3'), mood: fc.constantFrom('', 'low', 'high') })
const visits = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'g', 'h'), answer)
const OPERATIONS = ['INTERSECT', 'UNION', 'SUBTRACT'] as const
const definition = fc.record({
  score: fc.constantFrom(1, 2, 3),
  mood: fc.constantFrom('low', 'high'),
  operation: fc.constantFrom(...OPERATIONS),
})

/** The members of "scores of at least n", of "and of that mood", and of the first combined with the mood alone. */
function interpret(
  visit: Visit,
  { score, mood, operation }: { score: number; mood: string; operation: (typeof OPERATIONS)[number] },
) {
  const ids = Object.keys(visit)
  const top = ids.filter((id) => visit[id]?.score !== '' && Number(visit[id]?.score) >= score)
  const ofMood = ids.filter((id) => visit[id]?.mood === mood)
  const both = top.filter((id) => ofMood.includes(id))
  const combined = {
    INTERSECT: both,
    UNION: [...new Set([...top, ...ofMood])],
    SUBTRACT: top.filter((id) => !ofMood.includes(id)),
  }[operation]
  return { top, both, combined }
}

test('the changes equal those of an independent interpreter', async () => {
  await fc.assert(
    fc.asyncProperty(visits, visits, definition, async (start, edits, wanted) => {
      // No cohort is empty, then or today.
      const always: Visit = {
        x: { score: '3', mood: wanted.mood },
        y: { score: '3', mood: wanted.mood === 'low' ? 'high' : 'low' },
      }
      const first: Visit = { ...start, ...always }
      const second: Visit = { ...first, ...edits, ...always }
      const holding = await openTestDatabase()
      await importVisit(holding, first)
      const server = await createTestServer({ holding })
      try {
        const call = await server.callAs('researcher')
        const ofMood = { variable: 'MOOD', constraint_type: 'EQ', constraint_value: wanted.mood }
        const top = await save(call, { ...subset, name: 'top', ...scoreFrom(String(wanted.score)) })
        const both = await save(call, { ...subset, parent_id: top, name: 'both', ...ofMood })
        const mood = await save(call, { ...subset, name: 'mood', ...ofMood })
        const combined = await save(call, {
          cohort_type: 'compound',
          parent_id: top,
          secondparent_id: mood,
          constraint_type: wanted.operation,
          name: 'combined',
        })
        await importVisit(server.database, edits)
        const [then, now] = [interpret(first, wanted), interpret(second, wanted)]
        for (const [name, id] of [
          ['top', top],
          ['both', both],
          ['combined', combined],
        ] as const) {
          const entered = now[name].filter((one) => !then[name].includes(one))
          const left = then[name].filter((one) => !now[name].includes(one))
          const today = valueOf(await call(cohortToday, { cohortid: id }))
          expect(today.changes).toEqual({
            entered: entered.length,
            left: left.length,
            stayed: now[name].length - entered.length,
          })
          expect(today).toMatchObject({ before: then[name].length, after: now[name].length })
          const added = entered.filter((one) => !(one in first)).length
          expect(today.causes.find(({ cause }) => cause === 'added')?.entered ?? 0).toBe(added)
          expect(today.causes.some(({ cause }) => cause === 'related')).toBe(false)
        }
      } finally {
        server.close()
      }
    }),
    { numRuns: fuzzRuns(6) },
  )
})

test('a custom variable and a set have their answers on the release of their definition and now', async () => {
  const server = await serve(FIRST_VISIT)
  server.clock.now = Date.now() + 60_000
  const call = await server.callAs('researcher')
  const level = (name: string, constraint_type: string) => ({
    name,
    description: '',
    definition: { relationship: 'AND' as const, constraints: [scoreIs(constraint_type)] },
  })
  const draft = { construct_type: 'downcode' as const, name: 'LEVEL', description: '', variables: ['SCORE'] }
  const values = [level('top', 'GTE'), level('low', 'LT')]
  const construct = valueOf(await call(constructNew, { ...draft, defaultValue: '[UNK]', values })).constructid
  const set = valueOf(await call(variableSetNew, { name: 'Both', variables: ['SCORE', 'MOOD', 'LEVEL'] })).id
  const [ofVariable, ofSet] = [
    { kind: 'construct' as const, id: construct },
    { kind: 'varset' as const, id: set },
  ]
  for (const object of [ofVariable, ofSet]) {
    expect(valueOf(await call(definitionToday, object))).toEqual({
      made_on: `${YEAR}.1`,
      today: `${YEAR}.1`,
      before: null,
      after: null,
      parts: [],
    })
  }
  vi.setSystemTime(server.clock.now + 60_000)
  onTestFinished(() => void vi.useRealTimers())
  await importVisit(server.database, SECOND_VISIT)
  const releases = { made_on: `${YEAR}.1`, today: `${YEAR}.2` }
  // Then 10, 20, 30, unknown, 40; now 10, 5, unknown, 50, 40, 60.
  expect(valueOf(await call(definitionToday, ofVariable))).toEqual({
    ...releases,
    before: 4,
    after: 5,
    parts: [
      { name: 'top', before: 3, after: 3 },
      { name: 'low', before: 1, after: 2 },
      { name: '[UNK]', before: 0, after: 0 },
    ],
  })
  expect(valueOf(await call(definitionToday, ofSet))).toEqual({
    ...releases,
    before: 4,
    after: 5,
    parts: [
      { name: 'SCORE', before: 4, after: 5 },
      { name: 'MOOD', before: 5, after: 6 },
      { name: 'LEVEL', before: 4, after: 5 },
    ],
  })
  const other = await server.callAs('colleague')
  for (const object of [ofVariable, ofSet]) expect(await other(definitionToday, object)).toMatchObject({ status: 404 })
})
