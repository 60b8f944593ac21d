import * as v from 'valibot'
import { audit } from '#contract/audit.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { routeForExtension, type Api } from '#server/platform/http/route-for.ts'
import { readAuditPage, type AuditKey } from '#server/store/audit/audit.ts'
import { readCohortNames } from '#server/store/cohorts/cohort-names.ts'

/** Who did what, for administrators. */
export function auditRoutes(api: Api): void {
  routeForExtension(api, 'audit', audit, async ({ authenticate, validate, connection }) => {
    const user = await authenticate()
    const { since, until, user: wanted, action: part, after, offset, limit } = await validate()
    if (!user.isAdmin) throw new Refusal(403, 'Only an administrator may see who did what.')
    const { rows, total, last } = await readAuditPage(connection, {
      since: since == null ? 0 : Date.parse(since),
      until: until == null ? null : Date.parse(until),
      username: wanted ?? null,
      action: part ?? null,
      after: after == null ? null : keyOf(after),
      offset,
      limit,
    })
    const subjects = rows.map(({ subject }) => v.parse(Subject, JSON.parse(subject)))
    const names = await readCohortNames(connection, subjects.flatMap(cohortIdsOf))
    return {
      data: rows.map(({ happenedAt, username, address, action, status }, place) => {
        const subject = subjects[place] ?? {}
        const known = cohortIdsOf(subject).flatMap((id) => {
          const name = names.get(id)
          return name === undefined ? [] : [[String(id), name] as const]
        })
        const at = new Date(happenedAt).toISOString()
        return { at, username, address, action, subject, cohort_names: Object.fromEntries(known), status }
      }),
      total,
      next: last && `${last.happenedAt}-${last.rowId}`,
    }
  })
}

const Subject = v.record(v.string(), v.unknown())
const COHORT_IDS = ['cohortid', 'parent_id', 'secondparent_id'] as const

function cohortIdsOf(subject: v.InferOutput<typeof Subject>): readonly number[] {
  return COHORT_IDS.flatMap((name) => {
    const id = subject[name]
    return typeof id === 'number' && Number.isSafeInteger(id) ? [id] : []
  })
}

function keyOf(text: string): AuditKey {
  const [happenedAt = 0, rowId = 0] = text.split('-').map(Number)
  return { happenedAt, rowId }
}
