import type { MiddlewareHandler } from 'hono'
import { logout } from '#contract/session.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { callerOf, type ServerEnvironment, type Trust } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/http/refusal.ts'

const FOREIGN_SITES: readonly unknown[] = ['cross-site', 'same-site']

/** CSRF protection: refuses changes sent from pages of another site, by Sec-Fetch-Site or Origin. */
export function sameSiteOnly(settings: Trust): MiddlewareHandler<ServerEnvironment> {
  return async (context, next) => {
    const isChange = context.req.method !== 'GET' || context.req.path === `${API_PREFIX}${logout.path}`
    if (isChange) {
      const origin = context.req.header('origin')
      const isForeign = origin !== undefined && origin !== callerOf(context, settings).origin
      if (isForeign || FOREIGN_SITES.includes(context.req.header('sec-fetch-site'))) {
        throw new Refusal(403, 'Calls from other sites are not allowed.')
      }
    }
    await next()
  }
}
