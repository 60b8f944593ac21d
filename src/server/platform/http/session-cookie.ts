import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Settings } from '#server/platform/configuration/settings.ts'
import { callerOf, isSecure, type ServerEnvironment, type Trust } from '#server/platform/http/caller.ts'

export const SESSION_COOKIE = 'diver_session'
/** The `__Host-` prefix ties the cookie to this host, all paths and Secure. */
export const SECURE_SESSION_COOKIE = `__Host-${SESSION_COOKIE}`

/** The session token. Over TLS only the `__Host-` cookie counts: a subdomain can set the other one. */
export function sessionToken(context: Context<ServerEnvironment>, settings: Trust): string | null {
  return getCookie(context, nameFor(context, settings)) ?? null
}

function nameFor(context: Context<ServerEnvironment>, settings: Trust): string {
  return isSecure(callerOf(context, settings)) ? SECURE_SESSION_COOKIE : SESSION_COOKIE
}

/** Sets the cookie, `Secure` over TLS. */
export function setSessionCookie(context: Context<ServerEnvironment>, settings: Settings, token: string): void {
  setCookie(context, nameFor(context, settings), token, attributes(context, settings))
}

/** Deletes the cookie; it does not end the session. */
export function deleteSessionCookie(context: Context<ServerEnvironment>, settings: Settings): void {
  deleteCookie(context, nameFor(context, settings), attributes(context, settings))
}

function attributes(context: Context<ServerEnvironment>, settings: Settings) {
  const secure = isSecure(callerOf(context, settings))
  return { httpOnly: true, sameSite: 'Strict', path: '/', ...(secure && { secure }) } as const
}
