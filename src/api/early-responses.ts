import { CHANGE_KEY } from '#contract/endpoint.ts'

/** Older responses may be out of date. */
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
  const early = new Map(addresses.map((address) => [address, readEarly(fetch, address)]))
  const drop = () => early.clear()
  if (addresses.length > 0) setTimeout(drop, FRESH_MILLISECONDS)
  return {
    drop,
    fetch: async (input, init = {}) => {
      if (new Headers(init.headers).has(CHANGE_KEY)) drop()
      if (typeof input !== 'string' || (init.method ?? 'GET') !== 'GET') return fetch(input, init)
      const sent = early.get(input)
      early.delete(input)
      const response = sent && (await untilAborted(sent, init.signal))
      return response ?? fetch(input, init)
    },
  }
}

/** Reads the body at once: an unread one would keep a connection of the browser. Null without a success. */
async function readEarly(fetch: typeof globalThis.fetch, address: string): Promise<Response | null> {
  try {
    const response = await fetch(address, { credentials: 'same-origin' })
    const body = await response.arrayBuffer()
    return response.ok ? new Response(body, response) : null
  } catch {
    return null
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
