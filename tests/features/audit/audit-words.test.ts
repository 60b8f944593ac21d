import { expect, test } from 'vitest'
import { momentInWords } from '#domain/moments.ts'
import { auditLabel } from '#features/audit/action-labels.ts'
import { auditRequest } from '#features/audit/audit-log.tsx'
import { outcomeOf, subjectInWords } from '#features/audit/audit-table.tsx'
import { ANY_ACTION } from '#features/audit/use-cases.ts'

test('filters by whole days in local time', () => {
  const filter = { who: ' ann ', kind: 'download', from: '2026-03-01', to: '2026-03-31' } as const
  expect(auditRequest(filter, { offset: 400, limit: 50 })).toEqual({
    user: 'ann',
    action: 'download',
    since: new Date(2026, 2, 1).toISOString(),
    until: new Date(2026, 3, 1).toISOString(),
    offset: 400,
    limit: 50,
  })
  const nothing = { user: null, action: null, since: null, until: null, offset: 0, limit: 10 }
  expect(auditRequest(ANY_ACTION, { offset: 0, limit: 10 })).toEqual(nothing)
  // A date field can give a five-digit year while typing.
  expect(auditRequest({ ...ANY_ACTION, from: '20261-03-01' }, { offset: 0, limit: 10 })).toEqual(nothing)
})

test('labels audited actions, subjects and outcomes, and shows unknown actions unchanged', () => {
  expect(auditLabel('GET /cohort/downloadstream')).toBe('Download rows')
  expect(auditLabel('POST /account/second-factor/on')).toBe('Turn on a second factor')
  expect(subjectInWords({ second_factor: 'recovery code', ended: 2 })).toBe(
    'second factor recovery code · sessions ended 2',
  )
  expect(auditLabel('POST /something/else')).toBe('POST /something/else')
  expect(
    subjectInWords({ downloadid: 'f00', cohortid: 12, rows: 2129, collections: ['bp', 'sz'], admin: false, odd: 1 }),
  ).toBe('cohort 12 · rows 2,129 · collections bp, sz · admin no · odd 1')
  expect(
    subjectInWords({ cohortid: 12, parent_id: 3, varsetid: 7, name: 'Old' }, { cohortid: 'Smokers', varsetid: 'Old' }),
  ).toBe('cohort Smokers (12) · in cohort 3 · variable set Old (7)')
  expect([200, 401, 503].map(outcomeOf)).toEqual(['done', 'refused', 'failed'])
  expect(momentInWords(new Date(2026, 0, 31, 9, 5).toISOString())).toBe('2026-01-31 09:05:00')
  expect(momentInWords('once')).toBe('once')
})
