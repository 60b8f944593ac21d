import type { CallSettings } from '#api/call.ts'
import { reported, statusTextOf } from '#api/failure-toast.ts'
import { failureOf, NO_ANSWER, queryOf } from '#api/request.ts'
import type { OpenFile } from '#api/result.ts'
import { toWire } from '#contract/shapes/wire-names.ts'
import { API_PREFIX } from '#domain/limits.ts'

/** Makes the function that reads files as streams. */
export function createOpenFile({ fetch, onUnauthorized, onFailure }: CallSettings): OpenFile {
  const open: OpenFile = async (endpoint, request, { signal }) => {
    const input = toWire<Parameters<typeof endpoint.failure>[0]>(request)
    const query = new URLSearchParams(queryOf(input))
    let response: Response
    try {
      response = await fetch(`${API_PREFIX}${endpoint.path}?${query.toString()}`, {
        credentials: 'same-origin',
        signal,
      })
    } catch (error) {
      if (signal.aborted) throw error
      return failureOf(endpoint, input, 0, NO_ANSWER, null)
    }
    if (response.status === 401) onUnauthorized()
    if (response.ok && response.body) return { ok: true, value: response.body }
    const body: unknown = await response.json().catch(() => null)
    return failureOf(endpoint, input, response.status, statusTextOf(response), body)
  }
  return async (endpoint, ...rest) => reported(endpoint, await open(endpoint, ...rest), { onFailure })
}
