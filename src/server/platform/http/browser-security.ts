import type { MiddlewareHandler } from 'hono'
import { logout } from '#contract/session.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { callerOf, isSecure, type ServerEnvironment, type Trust } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/http/refusal.ts'

const CONTENT_SECURITY_POLICY = [
  `default-src 'self'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `object-src 'none'`,
  `frame-ancestors 'none'`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `require-trusted-types-for 'script'`,
  `trusted-types 'none'`,
].join('; ')

/** A PDF viewer is a plug-in in its own page, so PDFs have their own policy. */
export const PDF_SECURITY_POLICY = `default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'`

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** Headers of every response, including refusals and files. Headers set by the handler take precedence. */
export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!context.res.headers.has(name)) context.header(name, value)
  }
}

/** HSTS, for requests over TLS. */
export function strictTransportSecurity(settings: Trust): MiddlewareHandler<ServerEnvironment> {
  return async (context, next) => {
    await next()
    if (isSecure(callerOf(context, settings))) {
      context.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    }
  }
}

/** Responses of the API depend on the user and the moment: no-store. */
export const noStore: MiddlewareHandler = async (context, next) => {
  await next()
  context.header('cache-control', 'no-store')
}

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
