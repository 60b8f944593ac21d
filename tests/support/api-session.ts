import { createWireCall } from '#api/call.ts'
import type { WireCall, Result } from '#api/result.ts'
import { login } from '#contract/session.ts'

export interface ApiSession {
  readonly call: WireCall
  /** The same session for what is no JSON call: files. */
  readonly fetch: typeof globalThis.fetch
  /** What a browser would send as its cookie. */
  readonly cookie: () => string
}

/** Signs in over HTTP and gives the client's own way of calling, with the session's cookie. */
export async function signIn(url: string, username: string, password: string): Promise<ApiSession> {
  let cookie = ''
  const fetchWithCookie: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(new URL(input instanceof Request ? input.url : input.toString(), url), init)
    if (cookie !== '') request.headers.set('cookie', cookie)
    const response = await globalThis.fetch(request)
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  }
  const call = createWireCall({ fetch: fetchWithCookie, onUnauthorized: () => undefined })
  valueOf(await call(login, { username, password }))
  return { call, fetch: fetchWithCookie, cookie: () => cookie }
}

/** The answer of a call that has to succeed. */
export function valueOf<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.message)
  return result.value
}
