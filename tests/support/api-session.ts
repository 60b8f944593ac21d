import { createWireCall } from '#api/call.ts'
import type { WireCall, Result } from '#api/result.ts'
import { login } from '#contract/session.ts'

export interface ApiSession {
  readonly call: WireCall
  /** The same session for responses other than JSON: files. */
  readonly fetch: typeof globalThis.fetch
  readonly cookie: () => string
}

/** Signs in over HTTP; returns a client with the session's cookie. */
export async function signIn(url: string, username: string, password: string): Promise<ApiSession> {
  let cookie = ''
  const fetchWithCookie: typeof globalThis.fetch = async (input, init) => {
    const isRequest = input instanceof Request
    const address = new URL(isRequest ? input.url : input.toString(), url)
    const headers = new Headers(init?.headers ?? (isRequest ? input.headers : {}))
    if (cookie !== '') headers.set('cookie', cookie)
    // Not in a request made here: its signal follows that of the caller only while it is not collected.
    const response = await globalThis.fetch(isRequest ? new Request(address, input) : address, { ...init, headers })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  }
  const call = createWireCall({ fetch: fetchWithCookie, onUnauthorized: () => undefined })
  valueOf(await call(login, { username, password }))
  return { call, fetch: fetchWithCookie, cookie: () => cookie }
}

/** The result of a request that must succeed. */
export function valueOf<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.message)
  return result.value
}
