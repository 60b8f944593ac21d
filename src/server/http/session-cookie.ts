import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { callerOf, isSecure, type ServerEnvironment } from '#server/http/caller.ts'
import type { Settings } from '#server/settings.ts'

/** The cookie that a session is known by. */
export const SESSION_COOKIE = 'diver_session'

/** The token that came with the request; nothing is known yet of its session. */
export function sessionToken(context: Context<ServerEnvironment>): string | null {
  return getCookie(context, SESSION_COOKIE) ?? null
}

/** Sends the cookie along, `Secure` where the page came over TLS. */
export function giveSessionToken(context: Context<ServerEnvironment>, settings: Settings, token: string): void {
  setCookie(context, SESSION_COOKIE, token, attributes(context, settings))
}

/** Makes the browser forget it; the session's end is another matter. */
export function takeSessionToken(context: Context<ServerEnvironment>, settings: Settings): void {
  deleteCookie(context, SESSION_COOKIE, attributes(context, settings))
}

function attributes(context: Context<ServerEnvironment>, settings: Settings) {
  const secure = isSecure(callerOf(context, settings))
  return { httpOnly: true, sameSite: 'Strict', path: '/', ...(secure && { secure }) } as const
}
