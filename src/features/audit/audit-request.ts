import type { RequestOf } from '#contract/wire-names.ts'
import type { audit } from '#contract/audit.ts'
import { ACTION_KINDS } from '#features/audit/action-labels.ts'
import type { AuditFilter, AuditPlace } from '#features/audit/state.ts'

/** What to ask for a page of the log. A day is the reader's own: from its midnight to the next. */
export function auditRequest(
  { who, kind, from, to }: AuditFilter,
  { page, size, after }: AuditPlace,
): RequestOf<typeof audit> {
  return {
    user: who.trim() === '' ? null : who.trim(),
    action: ACTION_KINDS.find(({ value }) => value === kind)?.part ?? null,
    since: midnight(from, 0),
    until: midnight(to, 1),
    ...(after === undefined ? { offset: (page - 1) * size } : { after }),
    limit: size,
  }
}

/** Null for no day, and for a year of more digits than any date has. */
function midnight(day: string, later: number): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (!parts) return null
  const [year = 0, month = 1, date = 1] = parts.slice(1).map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
