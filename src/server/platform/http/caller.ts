import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { Settings } from '#server/platform/configuration/settings.ts'

export interface ServerEnvironment {
  /** Present over a socket; absent where a test calls the app directly. */
  Bindings: Partial<HttpBindings>
  Variables: {
    /** Releases the password slot that a login took before its handler ran. */
    releasePasswordSlot?: () => void
  }
}

export type App = Hono<ServerEnvironment>

export interface Caller {
  readonly address: string
  /** Scheme, host and port as the browser sees them. */
  readonly origin: string
}

export type Trust = Pick<Settings, 'isTrustedProxy'>

/** Address and origin of a request: from X-Forwarded-* of a trusted proxy (TRUST_PROXY), else from the socket. */
export function callerOf(context: Context<ServerEnvironment>, settings: Trust): Caller {
  const direct = context.env?.incoming?.socket.remoteAddress ?? 'unknown'
  const url = new URL(context.req.url)
  if (!settings.isTrustedProxy(direct)) return { address: direct, origin: url.origin }
  const forwardedFor = listOf(context.req.header('x-forwarded-for'))
  const scheme = listOf(context.req.header('x-forwarded-proto')).at(-1) ?? url.protocol.replace(':', '')
  const host = listOf(context.req.header('x-forwarded-host')).at(-1) ?? url.host
  return {
    // The rightmost address that no trusted proxy reported. Addresses left of it can be forged.
    address: forwardedFor.findLast((address) => !settings.isTrustedProxy(address)) ?? direct,
    origin: originOf(`${scheme}://${host}`) ?? url.origin,
  }
}

export function isSecure(caller: Caller): boolean {
  return caller.origin.startsWith('https:')
}

function listOf(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function originOf(text: string): string | null {
  try {
    return new URL(text).origin
  } catch {
    return null
  }
}
