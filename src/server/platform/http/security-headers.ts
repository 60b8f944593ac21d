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

/** The policy of a PDF: viewers show it as a plug-in of a page of its own. */
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

/** The headers that every answer carries, refusals and files included; where an answer has its own, that one stays. */
export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!context.res.headers.has(name)) context.header(name, value)
  }
}

/** A browser that was here over TLS is never to come without. */
export function overTlsOnly(settings: Trust): MiddlewareHandler<ServerEnvironment> {
  return async (context, next) => {
    await next()
    if (isSecure(callerOf(context, settings))) {
      context.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    }
  }
}

/** Answers of the API are of the moment and for one person. */
export const neverStored: MiddlewareHandler = async (context, next) => {
  await next()
  context.header('cache-control', 'no-store')
}
