import * as v from 'valibot'
import type { CallSettings } from '#api/call.ts'
import { reported, statusTextOf } from '#api/failure-toast.ts'
import { failureOf, NO_ANSWER, queryOf, UNREADABLE_ANSWER } from '#api/request.ts'
import type { SendBytes } from '#api/result.ts'
import { fromWire, toWire } from '#contract/shapes/wire-names.ts'
import { API_PREFIX } from '#domain/limits.ts'

/** Makes the function that sends files. */
export function createSendBytes({ fetch, onUnauthorized, onFailure }: CallSettings): SendBytes {
  const send: SendBytes = async (endpoint, request, bytes, { signal }) => {
    const input = toWire<Parameters<typeof endpoint.failure>[0]>(request)
    const query = new URLSearchParams(queryOf(input))
    let response: Response
    try {
      response = await fetch(`${API_PREFIX}${endpoint.path}?${query.toString()}`, {
        method: endpoint.method,
        credentials: 'same-origin',
        headers: { 'content-type': 'application/octet-stream' },
        body: bytes,
        signal,
      })
    } catch (error) {
      if (signal.aborted) throw error
      return failureOf(endpoint, input, 0, NO_ANSWER, null)
    }
    if (response.status === 401) onUnauthorized()
    const body: unknown = await response.json().catch(() => null)
    if (!response.ok) return failureOf(endpoint, input, response.status, statusTextOf(response), body)
    const answer = v.safeParse(endpoint.answer, body)
    if (answer.success) return { ok: true, value: fromWire(answer.output) }
    return failureOf(endpoint, input, response.status, UNREADABLE_ANSWER, null)
  }
  return async (endpoint, ...rest) => reported(endpoint, await send(endpoint, ...rest), { onFailure })
}
