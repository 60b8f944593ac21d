import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadNew } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'

const VARIABLES = ['BIRTH', 'MARITAL', 'SYMPTOMS', 'NOTES']

let server: TestServer
let others: TestServer
beforeAll(async () => {
  server = await createTestServer()
  others = await createTestServer({ capabilities: [] })
})
afterAll(() => {
  server.close()
  others.close()
})

let setsMade = 0

async function prepare({ callAs }: TestServer, username: Username = 'researcher'): Promise<string> {
  const call = await callAs(username)
  const { id } = valueOf(await call(variableSetNew, { name: `Forms ${++setsMade}`, variables: VARIABLES }))
  const [prepared] = valueOf(await call(downloadNew, { cohortid: 1, varsetid: id }))
  return prepared?.download_id ?? ''
}

async function get(from: TestServer, path: string, query: Record<string, string>, username: Username = 'researcher') {
  const search = new URLSearchParams(query).toString()
  return (await from.fetchAs(username))(`${API_PREFIX}/cohort/${path}?${search}`)
}

/** The bytes as text: `text()` would drop a byte order mark. */
async function textOf(response: Response): Promise<string> {
  return Buffer.from(await response.arrayBuffer()).toString('utf8')
}

const ALL_FORMS = { filename: 'x.csv', codes: 'labels', dates: 'parts', bom: 'yes' }

test('a CSV has year, month and day beside partial dates, labels for codes, and a byte order mark', async () => {
  const downloadid = await prepare(server)
  for (const path of ['download', 'downloadstream']) {
    const response = await get(server, path, { downloadid, ...ALL_FORMS })
    const text = await textOf(response)
    expect(text.startsWith('\uFEFFindividual_id,')).toBe(true)
    const rows: string[][] = parse(text.slice(1))
    expect(rows[0]?.slice(6)).toEqual([
      'BIRTH',
      'BIRTH_YEAR',
      'BIRTH_MONTH',
      'BIRTH_DAY',
      'MARITAL',
      'SYMPTOMS',
      'NOTES',
    ])
    const byId = new Map(rows.map(([id = '', ...cells]) => [id, cells.slice(5, 10)]))
    expect(byId.get('P01')).toEqual(['1971-05-02', '1971', '5', '2', 'Married'])
    expect(byId.get('P02')).toEqual(['1973-UU-UU', '1973', '', '', 'Married'])
    expect(byId.get('P03')).toEqual(['2014-0U-UU', '2014', '', '', 'Never married'])
    expect(byId.get('P07')).toEqual(['19UU-UU-UU', '', '', '', 'Never married'])
    expect(byId.get('P06')).toEqual(['', '', '', '', 'Divorced'])
  }
})

test('a column of the set keeps its name beside the parts of a date', async () => {
  const names = ['BIRTH', 'BIRTH_YEAR']
  const study = {
    participants: [{ id: 'a', collection: 'bp', study: '1', family: null }],
    forms: [
      {
        instrument: 'F',
        version: '1',
        variables: [
          { name: 'BIRTH', dataType: 'fuzzydate' },
          { name: 'BIRTH_YEAR', dataType: 'numberrange' },
        ],
        records: { a: { BIRTH: '1980-05-UU', BIRTH_YEAR: '1979' } },
      },
    ],
  } as const
  const small = await createTestServer({ study })
  try {
    const call = await small.callAs('admin')
    const { id } = valueOf(await call(variableSetNew, { name: 'Both', variables: names }))
    const [prepared] = valueOf(await call(downloadNew, { cohortid: 1, varsetid: id }))
    const query = { downloadid: prepared?.download_id ?? '', filename: 'x.csv', dates: 'parts' }
    const lines = (await textOf(await get(small, 'download', query, 'admin'))).split('\r\n')
    expect(lines[0]?.split(',').slice(6)).toEqual(['BIRTH', 'BIRTH_YEAR_2', 'BIRTH_MONTH', 'BIRTH_DAY', 'BIRTH_YEAR'])
    expect(lines[1]?.split(',').slice(6)).toEqual(['1980-05-UU', '1980', '5', '', '1979'])
  } finally {
    small.close()
  }
})

test('a back end without the capability writes the plain CSV and no syntax', async () => {
  const downloadid = await prepare(others)
  const plain = await textOf(await get(others, 'download', { downloadid, filename: 'x.csv' }))
  expect(await textOf(await get(others, 'download', { downloadid, ...ALL_FORMS }))).toBe(plain)
  expect((await get(others, 'download/syntax', { downloadid, filename: 'x.csv' })).status).toBe(404)
})

test('the SPSS syntax names the columns of the CSV in their order', async () => {
  const downloadid = await prepare(server)
  const { bom: _, ...forms } = ALL_FORMS
  const response = await get(server, 'download/syntax', { downloadid, ...forms })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': 'attachment; filename="x.sps"',
  })
  const syntax = await response.text()
  const csv = await textOf(await get(server, 'download', { downloadid, ...ALL_FORMS }))
  const read = /\/VARIABLES=\n([^]*?)\.\n/
    .exec(syntax)?.[1]
    ?.split('\n')
    .map((line) => line.trim().split(' ')[0])
  expect(read).toEqual(csv.slice(1).split('\r\n')[0]?.split(','))
  expect(syntax).toContain("/FILE='x.csv'")
  // Labels stand in the cells already.
  expect(syntax).not.toContain('VALUE LABELS MARITAL')

  const ofCodes = await (await get(server, 'download/syntax', { downloadid, filename: 'x.csv' })).text()
  expect(ofCodes).toContain("VALUE LABELS MARITAL\n  1 'Married'\n  2 'Divorced'\n  3 'Never married'.")
  expect(ofCodes).toContain("VARIABLE LABELS MARITAL\n  'Are you married? Or living as married?'.")
  expect(ofCodes).not.toContain('BIRTH_YEAR')
})

test('the syntax of a download is for its account only', async () => {
  const downloadid = await prepare(server)
  const query = { downloadid, filename: 'x.csv' }
  expect((await get(server, 'download/syntax', query, 'colleague')).status).toBe(404)
})
