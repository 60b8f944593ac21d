import { createCall } from '#api/call.ts'
import { createOpenFile } from '#api/files.ts'
import type { Result } from '#api/result.ts'
import { EXIT, TerminalFailure } from '#terminal/context.ts'

const UNAUTHORIZED = 401

/** Calls and files of a server with an access token. */
export function connect(server: string, token: string | null) {
  const fetchFrom: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    if (token !== null) headers.set('authorization', `Bearer ${token}`)
    const address = input instanceof Request ? input.url : input
    return fetch(new URL(address, server), { ...init, headers })
  }
  const settings = { fetch: fetchFrom, onUnauthorized: () => undefined }
  return { call: createCall(settings), openFile: createOpenFile(settings) }
}

export function notSignedIn(): TerminalFailure {
  return new TerminalFailure(
    'No valid access token. Make one in “Your account…” and run: diver login',
    EXIT.notSignedIn,
  )
}

/** The value of a call that must succeed; its failure ends the command. */
export function valueOf<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value
  if (result.status === UNAUTHORIZED) {
    throw notSignedIn()
  }
  const issues = result.issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  throw new TerminalFailure([result.serverMessage ?? result.message, ...issues].join('\n'))
}
