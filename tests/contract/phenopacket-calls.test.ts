import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cohortNew } from '#contract/cohorts.ts'
import { cohortPedigrees } from '#contract/pedigrees.ts'
import { userinfo } from '#contract/session.ts'
import { API_PREFIX, PEDIGREES_AT_ONCE_MAX } from '#domain/limits.ts'
import { rowsOf } from '#server/platform/db/database.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { LOW_FAMILIES, PEDIGREE_STUDY } from '#tests/support/pedigree-study.ts'
import { PhenopacketFamily } from '#tests/support/phenopacket-schema.ts'
import { createTestServer, type TestServer, type Username } from '#tests/support/test-server.ts'

let server: TestServer
let low: number
beforeAll(async () => {
  server = await createTestServer({ study: PEDIGREE_STUDY })
  const call = await server.callAs('researcher')
  low = valueOf(await call(cohortNew, LOW_FAMILIES)).new_cohort_id
})
afterAll(() => server.close())

async function phenopackets(username: Username, query: string, testServer = server): Promise<Response> {
  return (await testServer.fetchAs(username))(`${API_PREFIX}/cohort/phenopackets?${query}`)
}

async function familiesOf(response: Response): Promise<PhenopacketFamily[]> {
  expect(response.status).toBe(200)
  const lines = (await response.text()).split('\n')
  expect(lines.pop()).toBe('')
  return lines.map((line) => v.parse(PhenopacketFamily, JSON.parse(line)))
}

const metaData = { created: '2024-01-01T00:00:00.000Z', createdBy: 'DIVER', phenopacketSchemaVersion: '2.0' } as const
const packet = (id: string, sex: string, status = 'UNKNOWN_STATUS') => ({
  id,
  subject: { id, vitalStatus: { status }, sex },
  metaData,
})
const person = (individualId: string, sex: string, more: object = {}) => ({
  familyId: 'K',
  individualId,
  paternalId: '0',
  maternalId: '0',
  sex,
  affectedStatus: 'MISSING',
  ...more,
})

test('a family is one message with its proband, relatives and pedigree', async () => {
  const response = await phenopackets('researcher', `cohortid=${low}&member=K03`)
  expect([response.status, response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
    200,
    'application/json; charset=utf-8',
    'attachment; filename="Low families K.json"',
  ])
  const [male, female] = ['MALE', 'FEMALE']
  const [affected, unaffected] = [{ affectedStatus: 'AFFECTED' }, { affectedStatus: 'UNAFFECTED' }]
  expect(v.parse(PhenopacketFamily, await response.json())).toEqual({
    id: 'K',
    proband: packet('K07', male),
    consanguinousParents: false,
    relatives: [
      packet('K01', male, 'DECEASED'),
      packet('K02', female),
      packet('K03', male),
      packet('K04', female),
      packet('K06', male),
      packet('K08', male),
      packet('K09', female),
      packet('K10', 'UNKNOWN_SEX'),
    ],
    pedigree: {
      persons: [
        person('K01', male, affected),
        person('K02', female),
        person('K03', male, { paternalId: 'K01', maternalId: 'K02', ...unaffected }),
        person('K04', female, { paternalId: 'K01', maternalId: 'K02' }),
        person('K05', female),
        person('K06', male),
        person('K07', male, { paternalId: 'K03', maternalId: 'K05', ...affected }),
        person('K08', male, { paternalId: 'K03', maternalId: 'K05' }),
        person('K09', female, { paternalId: 'K06', maternalId: 'K04' }),
        person('K10', 'UNKNOWN_SEX', { paternalId: 'K07', maternalId: 'K09' }),
      ],
    },
    metaData,
  })
})

test.each(['admin', 'researcher', 'colleague'] as const)(
  'a file for %s has the members of the pedigrees that the drawings show, and no others',
  async (username) => {
    const call = await server.callAs(username)
    const { data } = valueOf(await call(cohortPedigrees, { cohortid: 1, limit: PEDIGREES_AT_ONCE_MAX }))
    const families = await familiesOf(await phenopackets(username, 'cohortid=1'))
    expect(families.map(({ id }) => id)).toEqual(data.map(({ family_id }) => family_id))
    expect(
      families.map(({ pedigree }) =>
        pedigree.persons.map(({ individualId, paternalId, maternalId }) => [individualId, paternalId, maternalId]),
      ),
    ).toEqual(
      data.map(({ members }) =>
        members.map(({ individual_id, father, mother }) => [individual_id, father ?? '0', mother ?? '0']),
      ),
    )
  },
)

test('the affected status is that of the criterion, or of the requested flag or value', async () => {
  const statuses = async (query: string) =>
    (await familiesOf(await phenopackets('researcher', query))).flatMap(({ pedigree: { persons } }) =>
      persons.flatMap(({ individualId, affectedStatus }) =>
        affectedStatus === 'MISSING' ? [] : [`${individualId} ${affectedStatus}`],
      ),
    )
  expect(await statuses(`cohortid=${low}`)).toEqual(['K01 AFFECTED', 'K03 UNAFFECTED', 'K07 AFFECTED', 'N1 AFFECTED'])
  expect(await statuses('cohortid=1')).toEqual([])
  expect(await statuses('cohortid=1&variable=MOOD_LOW&value=0')).toEqual([
    'K01 UNAFFECTED',
    'K03 AFFECTED',
    'K07 UNAFFECTED',
    'N1 UNAFFECTED',
  ])
  expect(await statuses('cohortid=1&variable=TREATED')).toEqual(['K01 AFFECTED'])
})

test('refuses families that the user may not read like families that are not there', async () => {
  const refusal = async (response: Response) => [response.status, await response.json()]
  const none = { message: 'There is no such family.' }
  for (const member of ['M%202', 'M%201', 'K99']) {
    expect(await refusal(await phenopackets('researcher', `cohortid=1&member=${member}`))).toEqual([404, none])
  }
  expect(await refusal(await phenopackets('colleague', 'cohortid=1&member=K01'))).toEqual([404, none])
  expect((await phenopackets('newcomer', 'cohortid=1')).status).toBe(403)
  expect((await phenopackets('colleague', `cohortid=${low}`)).status).toBe(404)
  expect((await phenopackets('researcher', 'cohortid=1&variable=MOOD_SCORE&value=1')).status).toBe(422)
  expect((await server.newFetch()(`${API_PREFIX}/cohort/phenopackets?cohortid=1`)).status).toBe(401)
})

test('with small counts suppressed the file has completely readable families as well', async () => {
  const guarded = await createTestServer({ study: PEDIGREE_STUDY, minimumCell: 5 })
  const families = await familiesOf(await phenopackets('researcher', 'cohortid=1', guarded))
  expect(families.map(({ id }) => id)).toEqual(['K', 'N1'])
  guarded.close()
})

test('names the file and audits it with the number of families, without the ids of individuals', async () => {
  const response = await phenopackets('researcher', `cohortid=${low}`)
  expect([response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
    'application/x-ndjson; charset=utf-8',
    'attachment; filename="Low families.ndjson"',
  ])
  await response.text()
  await phenopackets('researcher', `cohortid=${low}&member=K01`)
  const Audited = v.object({ username: v.string(), subject: v.string(), status: v.number() })
  const audit = await server.database.withConnection((connection) =>
    rowsOf(
      connection,
      Audited,
      `SELECT username, subject, status FROM audit WHERE action = 'GET /cohort/phenopackets' ORDER BY rowid DESC LIMIT 2`,
    ),
  )
  expect(audit).toEqual([
    { username: 'researcher', subject: `{"cohortid":${low},"families":1}`, status: 200 },
    { username: 'researcher', subject: `{"cohortid":${low},"families":2}`, status: 200 },
  ])
})

test('has more families than one page of the database has', async () => {
  const sz = { collection: 'sz', study: '3' } as const
  const participants = Array.from({ length: 1_203 }, (_, number) => ({
    id: `P${number}`,
    family: number % 400 === 0 ? 'shared' : null,
    sex: 'F' as const,
    isProband: number % 400 === 0,
    ...sz,
  }))
  const forms = PEDIGREE_STUDY.forms.map((form) => ({ ...form, records: {} }))
  const large = await createTestServer({ study: { participants, forms } })
  const families = await familiesOf(await phenopackets('admin', 'cohortid=1', large))
  const ids = families.flatMap(({ pedigree }) => pedigree.persons.map(({ individualId }) => individualId))
  expect([families.length, ids.toSorted()]).toEqual([1_200, participants.map(({ id }) => id).toSorted()])
  // Of several marked members none is known to be the proband.
  const shared = families.find(({ id }) => id === 'shared')
  expect([shared?.proband, shared?.relatives?.length]).toEqual([undefined, 4])
  large.close()
})

test('requires its capability', async () => {
  const plain = await createTestServer({ study: PEDIGREE_STUDY, capabilities: ['pedigrees', 'fam'] })
  const call = await plain.callAs('admin')
  expect(valueOf(await call(userinfo, {})).versions?.capabilities).toEqual(['pedigrees', 'fam'])
  expect((await phenopackets('admin', 'cohortid=1', plain)).status).toBe(404)
  plain.close()
})
