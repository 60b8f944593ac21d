import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cohortPreview } from '#contract/cohorts.ts'
import { cohortPedigrees } from '#contract/pedigrees.ts'
import { fromWire } from '#contract/shapes/wire-names.ts'
import { PEDIGREE_CONSTRAINTS } from '#domain/cohorts/cohorts.ts'
import { PEDIGREES_AT_ONCE_MAX } from '#domain/limits.ts'
import { layoutOf } from '#features/pedigrees/layout/layout.ts'
import { FORMS } from '#server/demo/forms/forms.ts'
import { makeDemoData } from '#server/demo/make-demo-data.ts'
import { rowsOf } from '#server/platform/db/database.ts'
import { openDatabase } from '#server/platform/db/duckdb/open.ts'
import { quoted } from '#server/platform/db/sql.ts'
import { countFamilies, type FamilyRule } from '#tests/reference/families.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { pedigreeRows, pedigreeStudy, ROYAL_92, SAMPLE_PED } from '#tests/support/pedigree-files.ts'
import { asTestDatabase } from '#tests/support/test-database.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

const RULES = PEDIGREE_CONSTRAINTS.flatMap((comparison) =>
  [0, 1, 2, 6].flatMap((affectedCount) => [0, 5].map((minimumSize) => ({ comparison, affectedCount, minimumSize }))),
)

/** A member of a family with the trait: true, false, or missing. */
interface Member {
  readonly family: string
  readonly isAffected: boolean | null
}

/** The reference count of families of which all members are in the parent cohort. */
function referenceTotals(members: readonly Member[], rule: FamilyRule) {
  const all = members.map((member) => ({ ...member, collection: '', isInParent: true, isPlaceholder: false }))
  const { pedigrees, individuals, affected, possible, certain, by_size } = countFamilies(all, rule).totals
  return { pedigrees, individuals, affected, possible, certain, by_size }
}

/** The server's totals for each rule beside the reference count. */
async function expectSameFamilies(server: TestServer, variable: string, members: readonly Member[]) {
  const call = await server.callAs('admin')
  const totalsOf = async ({ comparison, affectedCount, minimumSize }: FamilyRule) => {
    const draft = {
      parent_id: 1,
      cohort_type: 'pedigree',
      variable,
      constraint_type: 'EQ',
      constraint_value: '1',
      ped_constraint: comparison,
      ped_constraint_count: affectedCount,
      min_pedsize: minimumSize,
    } as const
    const { totals } = valueOf(await call(cohortPreview, draft))
    const { pedigrees, individuals, affected, possible, certain, by_size } = totals ?? {}
    return { pedigrees, individuals, affected, possible, certain, by_size }
  }
  for (const rule of RULES) expect([rule, await totalsOf(rule)]).toEqual([rule, referenceTotals(members, rule)])
}

async function allFamilies(server: TestServer) {
  const call = await server.callAs('admin')
  const families = []
  for (let offset = 0, total = 1; offset < total; offset += PEDIGREES_AT_ONCE_MAX) {
    const page = valueOf(await call(cohortPedigrees, { cohortid: 1, offset, limit: PEDIGREES_AT_ONCE_MAX }))
    families.push(...page.data)
    total = page.total
  }
  return families
}

describe('on the demo families', () => {
  let server: TestServer
  beforeAll(async () => {
    const database = await openDatabase(':memory:')
    const forms = FORMS.filter((form) => JSON.stringify(form).includes('MOOD_LOW_EVER'))
    await makeDemoData(database, { scale: 0.01, forms, report: () => undefined })
    server = await createTestServer({ holding: await asTestDatabase(database) })
  })
  afterAll(() => server.close())

  test('every rule keeps the same families as the reference count', async () => {
    const members = await server.database.withConnection(async (connection) => {
      const Place = v.object({ table_name: v.string(), column_name: v.string() })
      const [place] = await rowsOf(
        connection,
        Place,
        `SELECT table_name, column_name FROM variable JOIN form USING (form_no) WHERE variable_name = 'MOOD_LOW_EVER'`,
      )
      const Row = v.object({ family: v.nullable(v.string()), person: v.number(), answer: v.nullable(v.string()) })
      const rows = await rowsOf(
        connection,
        Row,
        `SELECT family_id AS family, individual_no AS person, ${quoted(place?.column_name ?? '')} AS answer
         FROM individual LEFT JOIN ${quoted(place?.table_name ?? '')} USING (individual_no)`,
      )
      return rows.map(({ family, person, answer }) => ({
        family: family ?? `alone ${person}`,
        isAffected: answer === null ? null : answer === '1',
      }))
    })
    expect(members.filter(({ isAffected }) => isAffected).length).toBeGreaterThan(50)
    await expectSameFamilies(server, 'MOOD_LOW_EVER', members)
  })

  test('all families can be drawn, with probands, twins and placeholders', async () => {
    const families = await allFamilies(server)
    const members = families.flatMap((family) => family.members)
    for (const { members: family } of families)
      expect(layoutOf(fromWire(family)).rows.flat()).toHaveLength(family.length)
    const largest = families.toSorted((one, other) => other.members.length - one.members.length)[0]
    expect(largest?.members.filter(({ proband }) => proband)).toHaveLength(1)
    expect(members.some(({ twin_of }) => twin_of !== null)).toBe(true)
    expect(members.some(({ placeholder }) => placeholder)).toBe(true)
    expect(members.some(({ deceased }) => deceased)).toBe(true)
  })
})

describe.skipIf(!process.env['TEST_DATASETS']).each([SAMPLE_PED, ROYAL_92])('on $name', (file) => {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer({ study: pedigreeStudy(file) })
  })
  afterAll(() => server.close())

  test('every rule keeps the same families as the reference count', async () => {
    const members = pedigreeRows(file).map((row) => {
      const answer = file.affected(row)
      return { family: row[file.columns.family] ?? '', isAffected: answer === undefined ? null : answer === '1' }
    })
    await expectSameFamilies(server, 'AFFECTED', members)
  })

  test('the families have the parents of the file', async () => {
    const families = await allFamilies(server)
    const rows = new Map(pedigreeRows(file).map((row) => [row[file.columns.id], row]))
    const familyOf = (id: string | undefined) => rows.get(id)?.[file.columns.family]
    const parentOf = (row: Readonly<Record<string, string>> | undefined, column: string) =>
      row && familyOf(row[column]) === row[file.columns.family] ? (row[column] ?? null) : null
    const members = families.flatMap((family) => family.members)
    expect(members).toHaveLength(rows.size)
    for (const { individual_id: id, father, mother } of members) {
      const row = rows.get(id)
      expect([id, father, mother]).toEqual([id, parentOf(row, file.columns.father), parentOf(row, file.columns.mother)])
    }
  })
})

test.skipIf(!process.env['TEST_DATASETS'])('sample.ped has the published counts', () => {
  const members = pedigreeRows(SAMPLE_PED).map((row) => ({
    family: row['ped'] ?? '',
    isAffected: row['affected'] === 'NA' ? null : row['affected'] === '1',
  }))
  expect(referenceTotals(members, { comparison: 'min', affectedCount: 18, minimumSize: 0 })).toMatchObject({
    pedigrees: 1,
    individuals: 41,
    affected: 18,
  })
})
