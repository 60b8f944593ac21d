import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { downloadNew, downloadPreview, downloadQueue } from '#contract/downloads.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'

const VARIABLES = ['AGE', 'NOTES', 'SYMPTOMS', 'BIRTH', 'MOOD_SCORE']

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

let setsMade = 0

async function prepare(username: Username) {
  const call = await server.callAs(username)
  const set = await call(variableSetNew, { name: `All kinds ${++setsMade}`, variables: VARIABLES })
  if (!set.ok) throw new Error(set.message)
  return { call, prepared: await call(downloadNew, { cohortid: 1, varsetid: set.value.id }), varsetid: set.value.id }
}

async function download(username: Username, path = 'downloadstream') {
  const { prepared } = await prepareWith(username)
  const query = new URLSearchParams({ downloadid: prepared, filename: 'Alle Ä "x"-set.csv' })
  return (await server.fetchAs(username))(`${API_PREFIX}/cohort/${path}?${query.toString()}`)
}

async function prepareWith(username: Username) {
  const { call, prepared } = await prepare(username)
  if (!prepared.ok) throw new Error(prepared.message)
  return { call, prepared: prepared.value[0]?.download_id ?? '' }
}

const LINES = [
  'individual_id,family_id,collection,study_id,consent,dx_nimh,AGE,NOTES,SYMPTOMS,BIRTH,MOOD_SCORE',
  'P01,F1,bp,1,general,bipolar,52,"Says ""hello"", twice",A;B,1971-05-02,-2',
  'P02,F1,bp,1,general,control,50,,B,1973-UU-UU,',
  'P03,F1,bp,1,,bipolar,9, hello ,A,2014-0U-UU,1.5',
  'P04,F2,bp,2,disease,bipolar,61.5,,A;B;C,1962-01-01,',
  'P05,F2,bp,2,disease,,,,,,',
  'P06,F3,sz,3,general,schizophrenia,44,Élan vital,,,',
  'P07,F3,sz,3,general,,,,,19UU-UU-UU,',
  'P08,F3,sz,3,,,,,,,',
  'P12,F5,sz,3,disease,control,,,,,0.1',
]

test('a file has one row for each readable participant and identical bytes every time', async () => {
  const streamed = await download('researcher')
  expect(Object.fromEntries(streamed.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="Alle _ _x_-set.csv"; filename*=UTF-8''Alle%20%C3%84%20_x_-set.csv`,
  })
  const text = await streamed.text()
  expect(text).toBe(LINES.map((line) => `${line}\r\n`).join(''))

  const whole = await download('researcher', 'download')
  const bytes = new Uint8Array(await whole.arrayBuffer())
  expect(whole.headers.get('content-length')).toBe(String(bytes.byteLength))
  expect(new TextDecoder().decode(bytes)).toBe(text)
  // The audit row has the number of rows and the collections, and no data.
  const { data } = valueOf(await (await server.callAs('admin'))(audit, { action: 'GET /cohort/download' }))
  expect(data.map(({ subject }) => subject)).toEqual(
    ['GET /cohort/download', 'GET /cohort/downloadstream'].map(() =>
      expect.objectContaining({ cohortid: 1, rows: 9, collections: ['bp', 'sz'] }),
    ),
  )
})

test('an administrator gets all individuals', async () => {
  const lines = (await (await download('admin')).text()).split(/(?<=\r\n)(?=P)/)
  expect(lines).toHaveLength(13)
  expect(lines[9]).toBe('P09,F4,au,4,general,autism,30,"line one\r\nline two",C,,\r\n')
})

test('concurrent downloads of two users contain each user’s own rows', async () => {
  const [part, all] = await Promise.all([download('researcher'), download('admin')])
  const texts = await Promise.all([part.text(), all.text()])
  expect(texts.map((text) => text.includes('P09'))).toEqual([false, true])
  expect(texts[0]).toBe(LINES.map((line) => `${line}\r\n`).join(''))
})

test('a preview shows the cells of the file and the number of excluded rows', async () => {
  const { call, prepared } = await prepareWith('researcher')
  const result = await call(downloadPreview, { downloadid: prepared, offset: 7, limit: 2 })
  expect(result).toEqual({
    ok: true,
    value: {
      columns: LINES[0]?.split(','),
      data: [
        ['P08', 'F3', 'sz', '3', ...Array.from({ length: 7 }, () => null)],
        ['P12', 'F5', 'sz', '3', 'disease', 'control', null, null, null, null, '0.1'],
      ],
      total: 9,
      excluded: [{ collection: 'au', count: 3 }],
      withdrawn: 0,
    },
  })
  const beyond = await call(downloadPreview, { downloadid: prepared, offset: 100 })
  expect(beyond).toMatchObject({ ok: true, value: { data: [], total: 9 } })
})

test('refuses downloads to users without readable collections, and downloads of other users', async () => {
  const { prepared: refused } = await prepare('newcomer')
  expect(refused).toMatchObject({ ok: false, status: 403 })
  const { prepared } = await prepareWith('researcher')
  const other = await server.callAs('admin')
  expect(await other(downloadPreview, { downloadid: prepared })).toMatchObject({ status: 404 })
  expect(await other(downloadPreview, { downloadid: prepared, limit: 1001 })).toMatchObject({ status: 400 })
})

test('respects access that was withdrawn after a download was prepared', async () => {
  const { call, prepared } = await prepareWith('colleague')
  const connection = await server.database.connect()
  await connection.run(`UPDATE account SET collections = CAST(ARRAY[] AS TEXT[]) WHERE username = 'colleague'`)
  expect(await call(downloadPreview, { downloadid: prepared })).toMatchObject({ status: 403 })
})

test('a cancelled file frees its slot', async () => {
  const { prepared } = await prepareWith('admin')
  const fetch = await server.fetchAs('admin')
  for (let times = 0; times < 12; times++) {
    const response = await fetch(`${API_PREFIX}/cohort/downloadstream?downloadid=${prepared}&filename=x.csv`)
    await response.body?.cancel()
  }
  expect(await (await download('admin')).text()).toContain('P12')
})

test.each(['downloadstream', 'download', 'download/bundle'])(
  'a HEAD request leaves no download running: %s',
  async (path) => {
    const { call, prepared } = await prepareWith('researcher')
    const fetch = await server.fetchAs('researcher')
    const head = await fetch(`${API_PREFIX}/cohort/${path}?downloadid=${prepared}&filename=x.csv`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(valueOf(await call(downloadQueue, { downloadid: prepared }))).toEqual({
      state: 'idle',
      ahead: 0,
      running: 0,
    })
  },
)
