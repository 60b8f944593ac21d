import { expect, test } from 'vitest'
import { auditLabel } from '#features/audit/action-labels.ts'
import { contractCalls } from '#tests/support/contract-calls.ts'

const rows = await contractCalls()

test('every endpoint has a unique summary of one sentence', () => {
  for (const { summary } of rows) expect(summary).toMatch(/^[A-Z].*\.$/)
  expect(new Set(rows.map(({ summary }) => summary)).size).toBe(rows.length)
})

test('the audit log of the client labels every endpoint that has a label', () => {
  const audited = rows.filter(({ audit }) => audit !== undefined)
  expect(audited.length).toBeGreaterThan(30)
  expect(audited.map(({ method, path }) => auditLabel(`${method} ${path}`))).toEqual(audited.map(({ audit }) => audit))
})
