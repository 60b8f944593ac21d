type Fetch = typeof globalThis.fetch

/** Faults of a request. */
export const FAULTS = [
  'none',
  'refused',
  'lost',
  'gateway',
  'lost at the gateway',
  'broken',
  'malformed',
  'none',
] as const
export type Fault = (typeof FAULTS)[number]

/** Handles the request, and holds the response back until the client has left. */
export function hangingFetch(fetch: Fetch, doesHang: (path: string) => boolean): Fetch {
  return async (input, init) => {
    const answer = await fetch(input, init)
    if (!doesHang(input instanceof URL ? input.pathname : input instanceof Request ? input.url : input)) return answer
    return new Promise<Response>((_, reject) => {
      const giveUp = () => reject(new DOMException('Aborted', 'AbortError'))
      if (init?.signal?.aborted) giveUp()
      else init?.signal?.addEventListener('abort', giveUp, { once: true })
    })
  }
}

/** A fetch that injects a chosen fault into each request. */
export function faultyFetch(fetch: Fetch, chooseFault: (path: string) => Fault): Fetch {
  return async (input, init) => {
    const fault = chooseFault(input instanceof URL ? input.pathname : input instanceof Request ? input.url : input)
    if (fault === 'refused') throw new TypeError('Failed to fetch')
    if (fault === 'gateway') return new Response('Bad Gateway', { status: 502 })
    if (fault === 'broken') return Response.json({ message: 'Something went wrong.' }, { status: 500 })
    const answer = await fetch(input, init)
    if (fault === 'lost') throw new TypeError('Failed to fetch')
    if (fault === 'lost at the gateway') return new Response('Gateway Timeout', { status: 504 })
    if (fault === 'malformed') return new Response('{"id": ', { headers: { 'content-type': 'application/json' } })
    return answer
  }
}
