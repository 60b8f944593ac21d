import { CHANGE_KEY } from '#contract/endpoint.ts'

/** Responses of before that may be out of date. */
const FRESH_MILLISECONDS = 10_000

export interface EarlyResponses {
  /** Sends a request, or takes its response if it was sent early. */
  readonly fetch: typeof globalThis.fetch
  /** Drops the responses that were not taken: the user is another one. */
  readonly drop: () => void
}

/**
 * Sends the requests that the page's head names before the screens are there that need them. Each response is taken once,
 * only if it is a success, and only until a change is sent.
 */
export function sendEarly(fetch: typeof globalThis.fetch, addresses: readonly string[]): EarlyResponses {
  const early = new Map(
    addresses.map((address) => [address, fetch(address, { credentials: 'same-origin' }).catch(() => null)]),
  )
  const drop = () => early.clear()
  if (addresses.length > 0) setTimeout(drop, FRESH_MILLISECONDS)
  return {
    drop,
    fetch: async (input, init = {}) => {
      if (new Headers(init.headers).has(CHANGE_KEY)) drop()
      const sent = typeof input === 'string' && (init.method ?? 'GET') === 'GET' ? early.get(input) : undefined
      if (sent === undefined || typeof input !== 'string') return fetch(input, init)
      early.delete(input)
      const response = await untilAborted(sent, init.signal)
      return response?.ok ? response : fetch(input, init)
    },
  }
}

/** Null once the signal is aborted: a request with it fails as it should. */
function untilAborted<Value>(value: Promise<Value>, signal: AbortSignal | null | undefined): Promise<Value | null> {
  if (!signal) return value
  const aborted = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
  return Promise.race([value, aborted])
}
