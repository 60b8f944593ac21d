import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import type { Settings } from '#server/platform/configuration/settings.ts'

export interface ServerEnvironment {
  /** Present over a socket, absent where a test calls the app itself. */
  Bindings: Partial<HttpBindings>
  Variables: {
    /** Ends the turn that a login took before it reached its handler. */
    endPasswordTurn?: () => void
  }
}

export type App = Hono<ServerEnvironment>

/** Where a request comes from and what it was sent to, seen through the proxies that are trusted. */
export interface Caller {
  readonly address: string
  /** Scheme, host and port as the browser knows them. */
  readonly origin: string
}

export type Trust = Pick<Settings, 'isTrustedProxy'>

/** Who asks, and from which origin: as X-Forwarded-* say where the address is trusted (TRUST_PROXY), else as the socket does. */
export function callerOf(context: Context<ServerEnvironment>, settings: Trust): Caller {
  const direct = context.env?.incoming?.socket.remoteAddress ?? 'unknown'
  const url = new URL(context.req.url)
  if (!settings.isTrustedProxy(direct)) return { address: direct, origin: url.origin }
  const forwardedFor = listOf(context.req.header('x-forwarded-for'))
  const scheme = listOf(context.req.header('x-forwarded-proto')).at(-1) ?? url.protocol.replace(':', '')
  const host = listOf(context.req.header('x-forwarded-host')).at(-1) ?? url.host
  return {
    // The rightmost address that no trusted proxy wrote about another: what stands left of it anybody may claim.
    address: forwardedFor.findLast((address) => !settings.isTrustedProxy(address)) ?? direct,
    origin: originOf(`${scheme}://${host}`) ?? url.origin,
  }
}

/** Whether the page came over TLS. */
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
