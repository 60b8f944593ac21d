import type { RequestOf } from '#contract/shapes/wire-names.ts'
import type { audit } from '#contract/audit.ts'
import { ACTION_KINDS } from '#features/audit/action-labels.ts'
import { AUDIT_ROWS_AT_ONCE } from '#domain/limits.ts'
import type { AuditFilter, AuditStart } from '#features/audit/state.ts'

/** The request for a part of the log. A day is in the reader's time zone, from midnight to midnight. */
export function auditRequest({ who, kind, from, to }: AuditFilter, start: AuditStart): RequestOf<typeof audit> {
  return {
    user: who.trim() === '' ? null : who.trim(),
    action: ACTION_KINDS.find(({ value }) => value === kind)?.part ?? null,
    since: midnight(from, 0),
    until: midnight(to, 1),
    ...(typeof start === 'number' ? { offset: start } : { after: start }),
    limit: AUDIT_ROWS_AT_ONCE,
  }
}

/** Null for an empty day or a year beyond four digits. */
function midnight(day: string, later: number): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (!parts) return null
  const [year = 0, month = 1, date = 1] = parts.slice(1).map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
