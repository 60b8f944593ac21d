import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cohortNew } from '#contract/cohorts.ts'
import { downloadNew } from '#contract/downloads.ts'
import { cohortPedigrees } from '#contract/pedigrees.ts'
import { userinfo } from '#contract/session.ts'
import { variableSetNew } from '#contract/variable-sets.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { rowsOf } from '#server/platform/db/database.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { LOW_FAMILIES, PEDIGREE_STUDY } from '#tests/support/pedigree-study.ts'
import { filesOf, textOf } from '#tests/support/read-zip.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'

let server: TestServer
let low: number
beforeAll(async () => {
  server = await createTestServer({ study: PEDIGREE_STUDY })
  const call = await server.callAs('researcher')
  low = valueOf(await call(cohortNew, LOW_FAMILIES)).new_cohort_id
})
afterAll(() => server.close())

async function fam(username: Username, query: string): Promise<Response> {
  const fetch = await server.fetchAs(username)
  return fetch(`/api/v0/cohort/fam?${query}`)
}

const person = (individual_id: string, more: object = {}) => ({
  individual_id,
  father: null,
  mother: null,
  sex: null,
  affected: null,
  proband: false,
  placeholder: false,
  deceased: false,
  twin_of: null,
  identical: null,
  ...more,
})

test('completely readable families have parents, twins and affected members', async () => {
  const call = await server.callAs('researcher')
  const result = valueOf(await call(cohortPedigrees, { cohortid: low }))
  expect(result).toEqual({
    data: [
      {
        family_id: 'K',
        affected: 2,
        members: [
          person('K01', { sex: 'M', deceased: true, affected: true }),
          person('K02', { sex: 'F' }),
          person('K03', { sex: 'M', father: 'K01', mother: 'K02', affected: false }),
          person('K04', { sex: 'F', father: 'K01', mother: 'K02' }),
          person('K05', { sex: 'F', placeholder: true }),
          person('K06', { sex: 'M' }),
          person('K07', { sex: 'M', father: 'K03', mother: 'K05', proband: true, affected: true }),
          person('K08', { sex: 'M', father: 'K03', mother: 'K05', twin_of: 'K07', identical: true }),
          person('K09', { sex: 'F', father: 'K06', mother: 'K04' }),
          person('K10', { father: 'K07', mother: 'K09' }),
        ],
      },
      { family_id: 'N1', affected: 1, members: [person('N1', { sex: 'F', affected: true })] },
    ],
    total: 2,
    excluded: 1,
  })
})

test('lists the readable families of each user in pages, the most affected first', async () => {
  const call = await server.callAs('admin')
  const families = async (query: object) => {
    const { data, total, excluded } = valueOf(await call(cohortPedigrees, { cohortid: 1, ...query }))
    return [data.map(({ family_id, affected }) => `${family_id} ${affected}`), total, excluded]
  }
  expect(await families({})).toEqual([['K 0', 'M 0', 'N1 0'], 3, 0])
  expect(await families({ variable: 'MOOD_LOW', value: '1', limit: 2 })).toEqual([['K 2', 'M 1'], 3, 0])
  expect(await families({ variable: 'MOOD_LOW', value: '1', limit: 2, offset: 2 })).toEqual([['N1 1'], 3, 0])
  expect(await families({ variable: 'MOOD_LOW', value: '0', order: 'affected' })).toEqual([
    ['K 1', 'M 0', 'N1 0'],
    3,
    0,
  ])
  expect(await families({ variable: 'TREATED' })).toEqual([['K 1', 'M 0', 'N1 0'], 3, 0])
  // A father in another family is not shown.
  const { data } = valueOf(await call(cohortPedigrees, { cohortid: 1, offset: 1, limit: 1 }))
  expect(data[0]?.members[1]).toMatchObject({ individual_id: 'M 2', father: null, mother: 'M 1' })

  const newcomer = await server.callAs('newcomer')
  expect(valueOf(await newcomer(cohortPedigrees, { cohortid: 1 }))).toEqual({ data: [], total: 0, excluded: 3 })
  expect(await newcomer(cohortPedigrees, { cohortid: low })).toMatchObject({ status: 404 })
  const anonymous = await server.callAs()
  expect(await anonymous(cohortPedigrees, { cohortid: 1 })).toMatchObject({ status: 401 })
})

test.each([
  [{ variable: 'NOTHING' }, 404],
  [{ variable: 'MOOD_LOW' }, 422],
  [{ variable: 'MOOD_SCORE', value: '1' }, 422],
  [{ variable: 'DIARY', value: '1' }, 422],
  [{ limit: 0 }, 400],
  [{ limit: 101 }, 400],
])('refuses %o', async (query, status) => {
  const call = await server.callAs('researcher')
  expect(await call(cohortPedigrees, { cohortid: 1, ...query })).toMatchObject({ status })
})

test('exports the same families as a .fam file, with a flag, a value or a number as the trait', async () => {
  const lines = async (query: string) => (await (await fam('researcher', query)).text()).split('\n')
  expect(await lines(`cohortid=${low}`)).toEqual([
    'K K01 0 0 1 2',
    'K K02 0 0 2 -9',
    'K K03 K01 K02 1 1',
    'K K04 K01 K02 2 -9',
    'K K05 0 0 2 -9',
    'K K06 0 0 1 -9',
    'K K07 K03 K05 1 2',
    'K K08 K03 K05 1 -9',
    'K K09 K06 K04 2 -9',
    'K K10 K07 K09 0 -9',
    'N1 N1 0 0 2 2',
    '',
  ])
  const traits = async (query: string) =>
    (await lines(`cohortid=1&${query}`)).map((line) => line.split(' ').at(-1) ?? '').join(' ')
  expect(await traits('variable=MOOD_SCORE')).toBe('-9 -9 2.5 -9 -9 -9 -3 -9 -9 -9 -9 ')
  expect(await traits('variable=TREATED')).toBe('2 -9 -9 -9 -9 -9 -9 -9 -9 -9 -9 ')
  const all = await (await fam('admin', 'cohortid=1')).text()
  expect(all).toContain('M M_1 0 0 2 -9\nM M_2 0 M_1 1 -9\n')
})

test('refuses ids that differ only in blanks, and names them', async () => {
  const sz = { collection: 'sz', study: '3', sex: 'M' } as const
  const participants = ['x y', 'x_y', 'z'].map((id) => ({ id, family: 'F', ...sz }))
  const other = await createTestServer({
    study: { participants: participants, forms: PEDIGREE_STUDY.forms.map((form) => ({ ...form, records: {} })) },
  })
  const response = await (await other.fetchAs('admin'))(`${API_PREFIX}/cohort/fam?cohortid=1`)
  expect([response.status, await response.json()]).toEqual([
    422,
    { message: 'PLINK has no blanks within ids, so that "x y" and "x_y" would be one. Change one of these ids.' },
  ])
  const call = await other.callAs('admin')
  const varsetid = valueOf(await call(variableSetNew, { name: 'Mood', variables: ['MOOD_LOW'] })).id
  const [prepared] = valueOf(await call(downloadNew, { cohortid: 1, varsetid }))
  const bundle = await (
    await other.fetchAs('admin')
  )(`${API_PREFIX}/cohort/download/bundle?downloadid=${prepared?.download_id ?? ''}`)
  const files = filesOf(new Uint8Array(await bundle.arrayBuffer()))
  expect(files.has('phenotype.txt')).toBe(false)
  expect(textOf(files, 'README.txt')).toContain('no phenotype.txt: PLINK has no blanks within ids, so that "x y" and')
  other.close()
})

test('names the file, refuses it without readable families, and audits each request', async () => {
  const response = await fam('researcher', `cohortid=${low}`)
  expect([response.status, response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'attachment; filename="Low families.fam"',
  ])
  expect((await fam('newcomer', 'cohortid=1')).status).toBe(403)
  const audit = await server.database.withConnection((connection) =>
    rowsOf(
      connection,
      v.object({ username: v.string(), subject: v.string(), status: v.number() }),
      `SELECT username, subject, status FROM audit WHERE action = 'GET /cohort/fam' ORDER BY rowid DESC LIMIT 2`,
    ),
  )
  expect(audit).toEqual([
    { username: 'newcomer', subject: '{"cohortid":1}', status: 403 },
    { username: 'researcher', subject: `{"cohortid":${low},"families":2}`, status: 200 },
  ])
})

test('pedigrees and the .fam export each require their own capability', async () => {
  const plain = await createTestServer({ study: PEDIGREE_STUDY, capabilities: ['fam'] })
  const call = await plain.callAs('admin')
  expect(valueOf(await call(userinfo, {})).versions?.capabilities).toEqual(['fam'])
  expect(await call(cohortPedigrees, { cohortid: 1 })).toMatchObject({ status: 404 })
  plain.close()
  const drawn = await createTestServer({ study: PEDIGREE_STUDY, capabilities: ['pedigrees'] })
  expect((await (await drawn.fetchAs('admin'))('/api/v0/cohort/fam?cohortid=1')).status).toBe(404)
  drawn.close()
})
