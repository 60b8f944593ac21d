import type { MiddlewareHandler } from 'hono'
import { callerOf, isSecure, type ServerEnvironment, type Trust } from '#server/platform/http/caller.ts'

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
