import { audit } from '#contract/audit.ts'
import { Refusal } from '#server/http/refusal.ts'
import { routeForExtension, type Api } from '#server/http/route-for.ts'
import { readAuditPage, type AuditKey } from '#server/queries/audit.ts'

/** Who did what, for administrators. */
export function auditRoutes(api: Api): void {
  routeForExtension(api, 'audit', audit, async ({ authenticate, validate, connection }) => {
    const user = await authenticate()
    const { since, until, user: username, action, after, offset, limit } = await validate()
    if (!user.isAdmin) throw new Refusal(403, 'Only an administrator may see who did what.')
    const { rows, total, last } = await readAuditPage(connection, {
      since: since == null ? 0 : Date.parse(since),
      until: until == null ? null : Date.parse(until),
      username: username ?? null,
      action: action ?? null,
      after: after == null ? null : keyOf(after),
      offset,
      limit,
    })
    return {
      data: rows.map(({ happenedAt, subject, ...row }) => ({
        at: new Date(happenedAt).toISOString(),
        ...row,
        subject: JSON.parse(subject),
      })),
      total,
      next: last && `${last.happenedAt}-${last.rowId}`,
    }
  })
}

function keyOf(text: string): AuditKey {
  const [happenedAt = 0, rowId = 0] = text.split('-').map(Number)
  return { happenedAt, rowId }
}
