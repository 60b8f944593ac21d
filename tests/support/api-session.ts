import { createCall } from '#api/call.ts'
import type { Call, Result } from '#api/result.ts'
import { login } from '#contract/session.ts'

export interface ApiSession {
  readonly call: Call
  /** The same session for responses other than JSON: files. */
  readonly fetch: typeof globalThis.fetch
  readonly cookie: () => string
}

/** Signs in over HTTP; returns a client with the session's cookie. */
export async function signIn(url: string, username: string, password: string): Promise<ApiSession> {
  let cookie = ''
  const fetchWithCookie: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(new URL(input instanceof Request ? input.url : input.toString(), url), init)
    if (cookie !== '') request.headers.set('cookie', cookie)
    const response = await globalThis.fetch(request)
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return response
  }
  const call = createCall({ fetch: fetchWithCookie, onUnauthorized: () => undefined })
  valueOf(await call(login, { username, password }))
  return { call, fetch: fetchWithCookie, cookie: () => cookie }
}

/** The result of a request that must succeed. */
export function valueOf<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.message)
  return result.value
}
