import { expect, test, vi } from 'vitest'
import { cohortNew, cohortPreview, cohortSummary } from '#contract/cohorts.ts'
import { constructPreview } from '#contract/custom-variable-drafts.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { constructList } from '#contract/custom-variables.ts'
import { downloadNew } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { mayRead } from '#domain/access.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { filesOf } from '#tests/support/read-zip.ts'
import { serveStudy } from '#tests/support/serve-study.ts'
import { SLOW_TEST_MILLISECONDS } from '#tests/support/slow-tests.ts'
import { SMALL_STUDY } from '#tests/support/small-study.ts'
import type { Study } from '#tests/support/study.ts'
import { ACCOUNTS, type TestServer, type Username } from '#tests/support/test-server.ts'
import { requestsOnCohort, textRequests, type TextRequest } from '#tests/support/text-requests.ts'

vi.setConfig({ testTimeout: SLOW_TEST_MILLISECONDS })

const TEXTS = ['NOTES', 'HOSPITAL_ID', 'UNUSED']

/** The small study with an answer to UNUSED in each record; `textOf` replaces its text. */
function studyWith(textOf: (text: string, collection: string) => string): Study {
  const collectionOf = new Map(SMALL_STUDY.participants.map(({ id, collection }) => [id, collection]))
  const rewritten = (id: string, answers: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries({ ...answers, UNUSED: `hello ${id}` }).map(([name, answer]) => [
        name,
        TEXTS.includes(name) ? textOf(answer, collectionOf.get(id) ?? '') : answer,
      ]),
    )
  const forms = SMALL_STUDY.forms.map((form, place) =>
    place > 0
      ? form
      : {
          ...form,
          records: Object.fromEntries(
            Object.entries(form.records).map(([id, answers]) => [id, rewritten(id, answers)]),
          ),
        },
  )
  return { ...SMALL_STUDY, forms }
}

/** All responses to the same requests in the same order, verbatim. */
async function responsesTo(server: TestServer, username: Username): Promise<string[]> {
  const fetch = await server.fetchAs(username)
  const responses: string[] = []
  const send = async ({ method, path, body }: TextRequest) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(
      `${API_PREFIX}${path}`,
      body ? { method, headers, body: JSON.stringify(body) } : { method },
    )
    const text = await response.text()
    responses.push(`${method} ${path} ${JSON.stringify(body)}: ${response.status} ${text}`)
    return text
  }
  // Facets are counted once, beside the first search.
  const search: TextRequest = {
    method: 'POST',
    path: '/variable/search',
    body: { searchstring: '', searchtype: 'question', facets: true },
  }
  await vi.waitUntil(async () => (await send(search)).includes('"collection"'), { timeout: 20_000 })
  responses.length = 0
  const saved: number[] = []
  for (const request of textRequests()) {
    const text = await send(request)
    const id = /"new_cohort_id":(\d+)/.exec(text)?.[1]
    if (id !== undefined) saved.push(Number(id))
  }
  for (const request of saved.flatMap(requestsOnCohort)) await send(request)
  return responses
}

test.each([
  ['colleague', 0],
  ['newcomer', 0],
  ['colleague', 3],
] as const)('the responses to %s do not depend on unreadable texts, MIN_CELL=%i', async (username, minimum) => {
  const account = ACCOUNTS.find((one) => one.username === username)
  const isOpen = (collection: string) => account !== undefined && mayRead(account, collection)
  const served = await serveStudy(
    studyWith((text) => text),
    minimum,
  )
  // The complement matches.
  const changed = await serveStudy(
    studyWith((text, collection) => (isOpen(collection) ? text : text.includes('hello') ? 'Z' : 'hello')),
    minimum,
  )
  const responses = await responsesTo(served, username)
  expect(await responsesTo(changed, username)).toEqual(responses)
  // The responses are equal, and not because all are refusals.
  const succeeded = responses.filter((response) => /: 200 \{/.test(response))
  expect(succeeded.length).toBeGreaterThan(responses.length * 0.8)
})

const subset = { parent_id: 1, cohort_type: 'subset' } as const
const saysHello = { ...subset, variable: 'NOTES', constraint_type: 'REGEX', constraint_value: 'hello' } as const

test('the split shows individuals not counted for lack of access, with their collections', async () => {
  const server = await serveStudy(SMALL_STUDY)
  const splitFor = async (username: Username, draft: Parameters<typeof cohortPreview.failure>[0] = saysHello) =>
    valueOf(await (await server.callAs(username))(cohortPreview, draft)).split
  expect(await splitFor('admin')).toEqual({ match: 2, no_match: 2, unknown: 4, no_record: 4 })
  expect(await splitFor('researcher')).toEqual({
    match: 2,
    no_match: 1,
    unknown: 3,
    no_record: 3,
    not_counted: 3,
    not_counted_collections: ['au'],
  })
  expect(await splitFor('newcomer')).toEqual({
    match: 0,
    no_match: 0,
    unknown: 0,
    no_record: 0,
    not_counted: 12,
    not_counted_collections: ['au', 'bp', 'sz'],
  })
  const isMissing = { ...saysHello, constraint_type: 'EQ', constraint_value: '[UNK]' }
  expect(await splitFor('newcomer', isMissing)).toEqual({ match: 8, no_match: 4, unknown: 0, no_record: 0 })
})

const rule = (name: string, variable_name: string, constraint_type: string, constraint_value: string) => ({
  name,
  description: '',
  definition: {
    relationship: 'AND' as const,
    constraints: [{ variable_name, constraint_type, constraint_value }],
  },
})
/** Some values do not depend on the text. */
const MIXED = {
  name: 'MIXED',
  construct_type: 'multiple' as const,
  defaultValue: '',
  variables: ['AGE', 'NOTES'],
  values: [rule('old', 'AGE', 'GT', '40'), rule('greets', 'NOTES', 'REGEX', 'hello')],
}
const NESTED = {
  name: 'NESTED',
  construct_type: 'downcode' as const,
  defaultValue: 'no',
  variables: ['MIXED'],
  values: [rule('yes', 'MIXED', 'EQ', 'greets'), rule('no', 'MIXED', 'EQ', 'old')],
}

test('a custom variable counts individuals decided by other answers, and shows the rest as not counted', async () => {
  const server = await serveStudy(SMALL_STUDY)
  const previewFor = async (username: Username) =>
    valueOf(await (await server.callAs(username))(constructPreview, MIXED))
  const admin = await previewFor('admin')
  expect(admin.values.map(({ count }) => count)).toEqual([4, 1])
  expect(admin.not_counted).toBeUndefined()
  const newcomer = await previewFor('newcomer')
  expect(newcomer.values.map(({ count }) => count)).toEqual([4, 0])
  expect(newcomer).toMatchObject({ unknown: 0, no_record: 0, no_answer: 0, default: 0, not_counted: 8 })
  expect(newcomer.split).toMatchObject({ match: 4, not_counted: 8, not_counted_collections: ['au', 'bp', 'sz'] })
})

test('families match without the texts, and members not counted are shown', async () => {
  const server = await serveStudy(SMALL_STUDY)
  const draft = {
    parent_id: 1,
    cohort_type: 'pedigree' as const,
    variable: 'MIXED',
    constraint_type: 'EQ',
    constraint_value: 'greets',
    min_pedsize: 0,
    ped_constraint: 'min' as const,
    ped_constraint_count: 1,
  }
  const totalsFor = async (username: Username) => {
    const call = await server.callAs(username)
    valueOf(await call(constructNew, MIXED))
    return valueOf(await call(cohortPreview, draft)).totals
  }
  expect(await totalsFor('admin')).toMatchObject({ pedigrees: 1, affected: 1 })
  const totals = await totalsFor('colleague')
  expect(totals).toMatchObject({ pedigrees: 1, not_counted: 6, not_counted_collections: ['au', 'sz'] })
  expect(await totalsFor('newcomer')).toMatchObject({ pedigrees: 0, not_counted: 8 })
})

test('a saved cohort contains no individual with an unreadable text', async () => {
  const server = await serveStudy(SMALL_STUDY)
  const saveAs = async (username: Username) => {
    const call = await server.callAs(username)
    const made = await call(cohortNew, {
      ...subset,
      name: 'Without',
      variable: 'NOTES',
      constraint_type: 'NREGEX',
      constraint_value: 'hello',
    })
    if (!made.ok) return made.message
    const { data } = valueOf(await call(cohortSummary, { cohortid: made.value.new_cohort_id }))
    return data.map(({ collection, count }) => [collection, count])
  }
  expect(await saveAs('admin')).toEqual([
    ['au', 1],
    ['sz', 1],
  ])
  expect(await saveAs('researcher')).toEqual([['sz', 1]])
  expect(await saveAs('newcomer')).toContain('Nobody is in this cohort.')
})

test('the README of a bundle names collections without access at each step', async () => {
  const server = await serveStudy(SMALL_STUDY)
  const call = await server.callAs('researcher')
  const cohortid = valueOf(await call(cohortNew, { ...saysHello, name: 'Greeted' })).new_cohort_id
  const varsetid = valueOf(await call(variableSetNew, { name: 'Ages', variables: ['AGE'] })).id
  const [prepared] = valueOf(await call(downloadNew, { cohortid, varsetid }))
  const fetch = await server.fetchAs('researcher')
  const response = await fetch(`${API_PREFIX}/cohort/download/bundle?downloadid=${prepared?.download_id}`)
  const files = filesOf(new Uint8Array(await response.arrayBuffer()))
  const textOf = (name: string) => new TextDecoder().decode(files.get(name))
  expect(textOf('README.txt')).toContain(
    '2. Greeted: Members of All Individuals for whom NOTES contains hello. 2 individuals; of All Individuals: 2 kept, 10 left, 0 added. Not counted: no access to au: their texts were not compared.',
  )
  expect(JSON.parse(textOf('definitions.json'))).toMatchObject({
    cohort: [{ name: 'All Individuals' }, { name: 'Greeted', not_counted_collections: ['au'] }],
  })
})

test('invalidates cached counts of an account when its access changes', async () => {
  const server = await serveStudy(SMALL_STUDY)
  const call = await server.callAs('newcomer')
  valueOf(await call(constructNew, MIXED))
  valueOf(await call(constructNew, NESTED))
  const observations = async () =>
    valueOf(await call(constructList, {})).custom_vars.map(({ observations }) => observations)
  // MIXED is known if a source is answered; NESTED if MIXED is known.
  expect(await observations()).toEqual([6, 4])
  await inTransaction(server.database, (connection) =>
    connection.run(sql`UPDATE account SET collections = ${['bp']} WHERE username = 'newcomer'`),
  )
  expect(await observations()).toEqual([6, 5])
})
