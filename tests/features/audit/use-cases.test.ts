import { atom } from 'jotai'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { callStateAtom } from '#entities/server-state/resource.ts'
import { auditRequest } from '#features/audit/audit-log.tsx'
import {
  ANY_ACTION,
  auditFilterAtom,
  auditOpenAtom,
  changeAuditFilterAtom,
  AUDIT_KEY,
  clearAuditFilter,
  openAudit,
  refreshAudit,
} from '#features/audit/use-cases.ts'
import { signInClient, type SignedInClient } from '#tests/support/signed-in-client.ts'
import { createTestServer, type TestServer } from '#tests/support/test-server.ts'
import { ADULTS } from '#tests/support/wire-drafts.ts'

let server: TestServer
let client: SignedInClient
beforeEach(async () => {
  server = await createTestServer()
  client = await signInClient(server, 'admin')
})
afterEach(() => server.close())

test('changes one field of the filter, and clears all', () => {
  const { store } = client
  store.set(changeAuditFilterAtom, { kind: 'download' })
  store.set(changeAuditFilterAtom, { who: 'ann' })
  expect(store.get(auditFilterAtom)).toEqual({ ...ANY_ACTION, kind: 'download', who: 'ann' })
  clearAuditFilter(client)
  expect(store.get(auditFilterAtom)).toEqual(ANY_ACTION)
})

test('shows the newest entry after a refresh', async () => {
  openAudit(client)
  expect(client.store.get(auditOpenAtom)).toBe(true)
  const requestAtom = atom((get) => auditRequest(get(auditFilterAtom), { offset: 0, limit: 10 }))
  const log = client.show(callStateAtom({ endpoint: audit, key: AUDIT_KEY }, requestAtom))
  const hasCohort = () => JSON.stringify(log().result.data ?? null).includes('/cohort/new')
  await expect.poll(() => log().result.isSuccess).toBe(true)
  await client.saveOnWire('/cohort/new', ADULTS)
  expect(hasCohort()).toBe(false)
  await refreshAudit(client)
  await expect.poll(hasCohort).toBe(true)
})
