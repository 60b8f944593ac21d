import { audit } from '#contract/audit.ts'
import { Refusal } from '#server/http/refusal.ts'
import { routeForExtension, type Api } from '#server/http/route-for.ts'
import { readAuditPage } from '#server/queries/audit.ts'

/** Who did what, for administrators. */
export function auditRoutes(api: Api): void {
  routeForExtension(api, 'audit', audit, async ({ authenticate, validate, connection }) => {
    const user = await authenticate()
    const { since, until, user: username, action, offset, limit } = await validate()
    if (!user.isAdmin) throw new Refusal(403, 'Only an administrator may see who did what.')
    const { rows, total } = await readAuditPage(connection, {
      since: since == null ? 0 : Date.parse(since),
      until: until == null ? null : Date.parse(until),
      username: username ?? null,
      action: action ?? null,
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
    }
  })
}
