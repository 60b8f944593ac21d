import { atom } from 'jotai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cohortsAtom } from '#entities/cohorts/cohorts.ts'
import { cohortHeading, cohortTitle, type ShownCohort } from '#features/cohorts/titles.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADULTS } from '#tests/support/wire-drafts.ts'

let server: TestServer
let client: SignedInClient
let cohortId: number
beforeAll(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'admin')
  cohortId = await client.saveOnWire('/cohort/new', ADULTS)
})
afterAll(() => server.close())

test.each<[string, (id: number) => ShownCohort | null, string]>([
  ['no cohort', () => null, 'Cohort'],
  ['a cohort', (id) => ({ cohortId: id }), 'Adults'],
  ['a cohort compared with itself', (id) => ({ cohortId: id, compareWith: [id] }), 'Adults'],
  ['two cohorts', (id) => ({ cohortId: id, compareWith: [1] }), 'Compare Cohorts'],
  ['the pedigrees of a cohort', (id) => ({ cohortId: id, pedigree: 0 }), 'Pedigrees of Adults'],
  ['an unknown cohort', () => ({ cohortId: 999 }), 'Cohort'],
])('titles a pane with %s', async (_case, shown, title) => {
  const heading = client.show(atom((get) => cohortHeading(get, shown(cohortId))))
  await expect.poll(heading).toBe(title)
})

test('names a cohort in the palette by its name, or by its id if it has none', async () => {
  const other = await signInClient(server, 'admin')
  expect(cohortTitle(other, cohortId)).toBe('Cohort')
  other.show(cohortsAtom)
  await expect.poll(() => cohortTitle(other, cohortId)).toBe('Adults')
  expect(cohortTitle(other, 999)).toBe('Cohort 999')
})
