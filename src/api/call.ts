import { createFetch, type FetchResponse } from 'ofetch'
import * as v from 'valibot'
import { failureOf, NO_ANSWER, queryOf, UNREADABLE_ANSWER } from '#api/request.ts'
import type { Call } from '#api/result.ts'
import { statusTextOf } from '#api/status-text.ts'
import { API_PREFIX } from '#domain/limits.ts'

export interface CallSettings {
  /** The browser's fetch, or in tests the app's own request function. */
  readonly fetch: typeof globalThis.fetch
  /** A 401 on anything but the login itself: the session is over. */
  readonly onUnauthorized: () => void
  /** An answer to somebody who is signed in, which prolongs the session. */
  readonly onAnswered?: () => void
}

/** Makes the one function through which the client talks to the back end. */
export function createCall({ fetch, onUnauthorized, onAnswered }: CallSettings): Call {
  const request = createFetch({ fetch, Headers, AbortController })

  return async (endpoint, input, options = {}) => {
    let response: FetchResponse<unknown>
    try {
      response = await request.raw<unknown>(`${API_PREFIX}${endpoint.path}`, {
        method: endpoint.method,
        credentials: 'same-origin',
        retry: false,
        ignoreResponseError: true,
        ...(endpoint.method === 'POST'
          ? { body: JSON.stringify(input), headers: JSON_HEADERS }
          : { query: queryOf(input) }),
        ...(options.signal && { signal: options.signal }),
      })
    } catch (error) {
      if (options.signal?.aborted) throw error
      return failureOf(endpoint, input, 0, NO_ANSWER, null)
    }
    if (response.status === 401 && endpoint.path !== '/login') onUnauthorized()
    if (response.status !== 401 && endpoint.path !== '/version') onAnswered?.()
    if (!response.ok) {
      return failureOf(endpoint, input, response.status, statusTextOf(response), response._data)
    }
    const answer = v.safeParse(endpoint.answer, response._data)
    if (answer.success) return { ok: true, value: answer.output }
    return failureOf(endpoint, input, response.status, UNREADABLE_ANSWER, null)
  }
}

const JSON_HEADERS = { 'content-type': 'application/json' }
