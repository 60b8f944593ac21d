import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { count, nameSent, textOrEmpty, textOrNull } from '#contract/shapes/values.ts'
import { AUDIT_ROWS_AT_ONCE } from '#domain/limits.ts'
import { UNABLE_TO_GET_AUDIT } from '#domain/messages.ts'

const AuditEntry = v.object({
  /** ISO 8601, in UTC. */
  at: textOrEmpty,
  username: textOrNull,
  address: textOrEmpty,
  action: textOrEmpty,
  /** The ids of the affected items. */
  subject: v.nullish(v.record(v.string(), v.unknown()), {}),
  /** The names of the affected items, by the subject's fields: the current name, or a deleted item's last one. */
  names: v.nullish(v.record(v.string(), v.string()), {}),
  status: count,
})

const moment = v.pipe(
  nameSent,
  v.check((text) => !Number.isNaN(Date.parse(text)), 'This is no date.'),
)

const auditKey = v.pipe(nameSent, v.regex(/^\d{1,15}-\d{1,15}$/, 'This is no key of an entry.'))

export const audit = endpoint({
  method: 'GET',
  path: '/audit',
  summary: 'Who did what, newest first; for administrators.',
  capability: 'audit',
  input: v.object({
    since: v.nullish(moment),
    /** Entries before this moment. */
    until: v.nullish(moment),
    /** Part of a username; case is ignored. */
    user: v.nullish(nameSent),
    /** Part of an action: "cohort", "POST /login". */
    action: v.nullish(nameSent),
    /** `next` of the previous page; `offset` then counts from there. */
    after: v.nullish(auditKey),
    offset: v.optional(count, 0),
    limit: v.optional(v.pipe(count, v.minValue(1), v.maxValue(AUDIT_ROWS_AT_ONCE)), AUDIT_ROWS_AT_ONCE),
  }),
  answer: v.object({
    data: v.array(AuditEntry),
    total: count,
    /** The key of the last entry, for the next page; null on the last page. */
    next: textOrNull,
  }),
  failure: () => UNABLE_TO_GET_AUDIT,
})
