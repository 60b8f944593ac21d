import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireCall } from '#api/result.ts'
import { constructNew } from '#contract/custom-variable-drafts.ts'
import { downloadNew, downloadPreview } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { OWN_COLUMNS, API_PREFIX } from '#domain/limits.ts'
import { csvLine } from '#server/modules/downloads/stream/csv.ts'
import { rowsOf } from '#server/platform/db/database.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { filesOf, textOf } from '#tests/support/read-zip.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

/** Joining all of them in one statement exceeds the database's memory. */
const FORMS = 80
const PARTICIPANTS = 1_100
const MEGABYTE = 1024 * 1024
const VARIABLES_OF_FORM = 3

const forms = Array.from({ length: FORMS }, (_, form) => form)
const participants = Array.from({ length: PARTICIPANTS }, (_, person) => person)
const idOf = (person: number) => `P${String(person).padStart(5, '0')}`
const nameOf = (form: number, place: number) => `F${form}_V${place}`
/** Plain, missing, with separator, with quotes; and forms not given. */
const answerOf = (person: number, form: number, place: number) =>
  (person + form) % 5 === 0 ? undefined : ['a', undefined, `b,${form}`, `"${person}"`][(person + form + place) % 4]

let server: TestServer
let call: WireCall
beforeAll(async () => {
  const study = {
    participants: participants.map((person) => ({ id: idOf(person), family: null, collection: 'bp', study: '1' })),
    forms: forms.map((form) => ({
      instrument: `F${form}`,
      version: '1',
      variables: Array.from({ length: VARIABLES_OF_FORM }, (_, place) => ({
        name: nameOf(form, place),
        dataType: 'text',
      })),
      records: Object.fromEntries(
        participants
          .filter((person) => (person + form) % 5 > 0)
          .map((person) => [idOf(person), recordOf(person, form)]),
      ),
    })),
  }
  server = await createTestServer({ study })
  call = await server.callAs('admin')
})
afterAll(() => server.close())

function recordOf(person: number, form: number): Record<string, string> {
  const record: Record<string, string> = {}
  for (let place = 0; place < VARIABLES_OF_FORM; place++) {
    const answer = answerOf(person, form, place)
    if (answer !== undefined) record[nameOf(form, place)] = answer
  }
  return record
}

type Column = readonly [form: number, place: number]

let setsMade = 0

async function prepare(variables: readonly string[]): Promise<string> {
  const set = valueOf(await call(variableSetNew, { name: `Set ${++setsMade}`, variables: [...variables] }))
  const [prepared] = valueOf(await call(downloadNew, { cohortid: 1, varsetid: set.id }))
  return prepared?.download_id ?? ''
}

async function fetchFile(path: string, downloadId: string): Promise<Response> {
  const fetch = await server.fetchAs('admin')
  return fetch(`${API_PREFIX}/cohort/${path}?downloadid=${downloadId}&filename=x.csv`)
}

function linesOf(columns: readonly Column[]): string[][] {
  return participants.map((person) => [
    idOf(person),
    '',
    'bp',
    '1',
    '',
    '',
    ...columns.map(([form, place]) => answerOf(person, form, place) ?? ''),
  ])
}

const one = forms.map((form): Column => [form, 0])
const scattered = Array.from({ length: VARIABLES_OF_FORM }, (_, place) =>
  forms.map((form): Column => [form, place]),
).flat()

test.each([
  ['one variable of each form', one],
  ['all variables, alternating between forms', scattered],
])('%s: the file has the answers of each participant', async (_, columns) => {
  const downloadId = await prepare(columns.map(([form, place]) => nameOf(form, place)))
  const text = await (await fetchFile('downloadstream', downloadId)).text()
  const expected = linesOf(columns)
  const header = [...OWN_COLUMNS, ...columns.map(([form, place]) => nameOf(form, place))]
  expect(text).toBe([header, ...expected].map(csvLine).join(''))
  const { data } = valueOf(await call(downloadPreview, { downloadid: downloadId, offset: 1, limit: 3 }))
  expect(data).toEqual(expected.slice(1, 4).map((row) => row.map((cell) => cell || null)))
})

test('a bundle of one variable of each form is complete', async () => {
  const downloadId = await prepare(one.map(([form, place]) => nameOf(form, place)))
  const csv = await (await fetchFile('downloadstream', downloadId)).text()
  const files = filesOf(new Uint8Array(await (await fetchFile('download/bundle', downloadId)).arrayBuffer()))
  expect(textOf(files, 'data.csv')).toBe(csv)
  expect(textOf(files, 'data.parquet').slice(-4)).toBe('PAR1')
})

test('a custom variable over all forms has the value of each participant', async () => {
  const downloadId = await prepare([await makeCustom()])
  const text = await (await fetchFile('downloadstream', downloadId)).text()
  const values = participants.map((person) => {
    const answers = forms.map((form) => answerOf(person, form, 0))
    if (answers.includes('a')) return 'any'
    return answers.every((answer) => answer === undefined) ? '' : '[UNK]'
  })
  expect(
    text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',').at(-1)),
  ).toEqual(values)
})

test('reports a download that exceeds the memory, and continues others', async ({ skip }) => {
  const { database } = server
  skip(database.kind !== 'DuckDB', 'PostgreSQL has memory of its own.')
  const downloadId = await prepare(one.map(([form, place]) => nameOf(form, place)))
  const whole = await (await fetchFile('downloadstream', downloadId)).text()
  await database.withConnection(async (connection) => {
    const used = `SELECT CAST(sum(memory_usage_bytes) AS DOUBLE) AS bytes FROM duckdb_memory()`
    const [row] = await rowsOf(connection, v.object({ bytes: v.number() }), used)
    // Enough for a normal request, but not for a join.
    await connection.run(`SET memory_limit = '${Math.ceil((row?.bytes ?? 0) / MEGABYTE) + 8}MiB'`)
  })
  const refused = await fetchFile('downloadstream', downloadId)
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { message: 'This takes more memory than the server has. Please ask for less at once.' },
  ])
  await database.fitMemory()
  expect(await (await fetchFile('downloadstream', downloadId)).text()).toBe(whole)
})

/** "any" if the first variable of any form is "a". */
async function makeCustom(): Promise<string> {
  const values = [
    {
      name: 'any',
      definition: { relationship: 'OR' as const, constraints: forms.map((form) => isAnswered(form, 'a')) },
    },
    { name: 'none', definition: { relationship: 'AND' as const, constraints: [isAnswered(0, 'none')] } },
  ]
  const variables = forms.map((form) => nameOf(form, 0))
  const draft = { name: 'ANY_FORM', construct_type: 'multiple' as const, variables, values }
  valueOf(await call(constructNew, draft))
  return draft.name
}

function isAnswered(form: number, answer: string) {
  return { variable_name: nameOf(form, 0), constraint_type: 'EQ', constraint_value: answer }
}
