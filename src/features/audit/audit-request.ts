import type { RequestOf } from '#contract/shapes/wire-names.ts'
import type { audit } from '#contract/audit.ts'
import { ACTION_KINDS } from '#features/audit/action-labels.ts'
import type { AuditFilter, AuditPlace } from '#features/audit/state.ts'

/** The request for a page of the log. A day is in the reader's time zone, from midnight to midnight. */
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

/** Null for an empty day or a year beyond four digits. */
function midnight(day: string, later: number): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (!parts) return null
  const [year = 0, month = 1, date = 1] = parts.slice(1).map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
