import { afterAll, beforeAll, expect, test } from 'vitest'
import { namedCall } from '#api/call.ts'
import type { WireCall } from '#api/result.ts'
import { cohortInfo, cohortNew, cohortPreview } from '#contract/cohorts.ts'
import type { CohortDraft } from '#contract/shapes/cohort-draft.ts'
import { movementFrom } from '#contract/shapes/cohort-flow.ts'
import { fromWire } from '#contract/shapes/wire-names.ts'
import { cohortDefinition } from '#features/definitions/copy-definition.ts'
import { pasteDefinition } from '#features/definitions/paste-definition.ts'
import { raiseDataVersion } from '#server/platform/db/data-version.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { valueOf } from '#tests/support/api-session.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'

let server: TestServer
let call: WireCall
beforeAll(async () => {
  server = await createTestServer()
  call = await server.callAs('researcher')
})
afterAll(() => server.close())

async function save(name: string, draft: Partial<CohortDraft>): Promise<number> {
  const request = { parent_id: 1, cohort_type: 'subset' as const, ...draft, name }
  return valueOf(await call(cohortNew, request)).new_cohort_id
}

async function cohortOf(id: number) {
  const [cohort] = valueOf(await call(cohortInfo, { cohortid: id })).cohorts
  if (!cohort) throw new Error(`no cohort ${id}`)
  return cohort
}

async function movement(id: number) {
  const cohort = await cohortOf(id)
  return movementFrom(fromWire(await cohortOf(cohort.parent_id ?? 1)), fromWire(cohort))
}

test('counts kept, removed and added members by membership, not by size', async () => {
  // Below 31: P03 of a family of three, and P10 of a family of two.
  const young = await save('Young', { variable: 'AGE', constraint_type: 'LT', constraint_value: '31' })
  const relatives = await save('Relatives', { parent_id: young, cohort_type: 'pedigree' })
  const old = await save('Old', { variable: 'AGE', constraint_type: 'GTE', constraint_value: '44' })
  const families = await save('Old families', {
    parent_id: old,
    cohort_type: 'pedigree',
    variable: 'MARITAL',
    constraint_type: 'EQ',
    constraint_value: '1',
    ped_constraint: 'min',
    ped_constraint_count: 2,
    min_pedsize: 1,
  })
  const pair = (constraint_type: string) => ({
    parent_id: young,
    secondparent_id: relatives,
    cohort_type: 'compound' as const,
    constraint_type,
  })
  expect(await movement(young)).toEqual({ kept: 2, left: 10, added: 0 })
  expect(await movement(relatives)).toEqual({ kept: 2, left: 0, added: 3 })
  expect((await cohortOf(old)).rowcount).toBe(4)
  // The family of P01 and P02 with their child: two of four stay, one is new.
  expect(await movement(families)).toEqual({ kept: 2, left: 2, added: 1 })
  expect(await movement(await save('Both', pair('INTERSECT')))).toEqual({ kept: 2, left: 0, added: 0 })
  expect(await movement(await save('Either', pair('UNION')))).toEqual({ kept: 2, left: 0, added: 3 })
})

test('a difference returns the number of members with unknown membership', async () => {
  const smokers = await save('Smokers', { variable: 'SMOKER', constraint_type: 'VALID' })
  const fifty = await save('Fifty', { variable: 'AGE', constraint_type: 'GTE', constraint_value: '50' })
  const draft = {
    parent_id: smokers,
    secondparent_id: fifty,
    cohort_type: 'compound',
    constraint_type: 'SUBTRACT',
  } as const
  // Smokers are P01, P04 and P07; P07's age is missing.
  expect(valueOf(await call(cohortPreview, draft))).toMatchObject({ undecided: 1 })
  const kept = await save('Smokers under fifty', draft)
  expect(await cohortOf(kept)).toMatchObject({ rowcount: 1, undecided: 1 })
  // No answered participant is undecided.
  const answered = await save('Answered', { variable: 'AGE', constraint_type: 'VALID' })
  expect(valueOf(await call(cohortPreview, { ...draft, parent_id: answered }))).toMatchObject({ undecided: 0 })
  // The subtracted cohort is a difference itself: its undecided members remain undecided.
  const all = { ...draft, parent_id: 1, secondparent_id: kept }
  expect(valueOf(await call(cohortPreview, all))).toMatchObject({ undecided: 0 })
  expect(valueOf(await call(cohortPreview, { ...draft, constraint_type: 'UNION' })).undecided).toBeNull()
})

test('returns the data version of a cohort, and counts a pasted copy again on newer data', async () => {
  const draft = { variable: 'SMOKER', constraint_type: 'VALID' }
  const before = await save('Before', draft)
  const text = valueOf(await cohortDefinition(namedCall(call), before))
  const paste = async () => valueOf(await pasteDefinition(namedCall(call), text, undefined))
  expect(await paste()).toEqual({ kind: 'cohort', cohortId: before })
  await inTransaction(server.database, async (connection) => {
    await connection.run(
      `INSERT INTO individual (individual_no, individual_id, collection, study_id) VALUES (13, 'P13', 'bp', '1')`,
    )
    await raiseDataVersion(connection)
  })
  expect((await cohortOf(before)).counted).toMatchObject({ people: 12, is_current: false })
  expect(await movement(before)).toEqual({ kept: 3, left: 9, added: 0 })
  const again = await paste()
  if (again.kind !== 'cohort') throw new Error('Expected a cohort.')
  expect(again.cohortId).not.toBe(before)
  expect(await cohortOf(again.cohortId)).toMatchObject({
    name: 'Before (2)',
    counted: { people: 13, is_current: true },
  })
})
