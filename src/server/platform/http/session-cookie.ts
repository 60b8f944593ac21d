import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { callerOf, isSecure, type ServerEnvironment, type Trust } from '#server/platform/http/caller.ts'
import type { Settings } from '#server/platform/configuration/settings.ts'

/** The cookie that a session is known by. */
export const SESSION_COOKIE = 'diver_session'
/** The same over TLS: a browser takes one of this name only from this host, for all its paths, and as Secure. */
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`

/** The token of who calls; over TLS no other cookie counts, as another host or a plain connection may have set that. */
export function sessionToken(context: Context<ServerEnvironment>, settings: Trust): string | null {
  return getCookie(context, nameFor(context, settings)) ?? null
}

function nameFor(context: Context<ServerEnvironment>, settings: Trust): string {
  return isSecure(callerOf(context, settings)) ? SECURE_SESSION_COOKIE : SESSION_COOKIE
}

/** Sends the cookie along, `Secure` where the page came over TLS. */
export function giveSessionToken(context: Context<ServerEnvironment>, settings: Settings, token: string): void {
  setCookie(context, nameFor(context, settings), token, attributes(context, settings))
}

/** Makes the browser forget it; the session's end is another matter. */
export function takeSessionToken(context: Context<ServerEnvironment>, settings: Settings): void {
  deleteCookie(context, nameFor(context, settings), attributes(context, settings))
}

function attributes(context: Context<ServerEnvironment>, settings: Settings) {
  const secure = isSecure(callerOf(context, settings))
  return { httpOnly: true, sameSite: 'Strict', path: '/', ...(secure && { secure }) } as const
}
