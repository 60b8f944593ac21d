import * as v from 'valibot'
import { createFetch, type FetchResponse } from 'ofetch'
import type { Connection } from '#api/connection.ts'
import { reported, statusTextOf } from '#api/failure-toast.ts'
import { PATIENCE, withPatience, type Impatience, type Patience } from '#api/patience.ts'
import {
  failureOf,
  isUnanswered,
  NO_ANSWER,
  NOT_SENT,
  OUTCOME_UNKNOWN,
  queryOf,
  TOO_LONG,
  UNREADABLE_ANSWER,
} from '#api/request.ts'
import type { Call, CallOptions, Failure, Result, WireCall } from '#api/result.ts'
import { CHANGE_KEY, type Endpoint } from '#contract/endpoint.ts'
import { fromWire, toWire, type Named } from '#contract/wire-names.ts'
import { API_PREFIX } from '#domain/limits.ts'

export interface CallSettings {
  /** The browser's fetch, or in tests the app's own request function. */
  readonly fetch: typeof globalThis.fetch
  /** A 401 on anything but the login itself: the session is over. */
  readonly onUnauthorized: () => void
  /** An answer to somebody who is signed in, which prolongs the session. */
  readonly onAnswered?: () => void
  /** Follows whether answers come, and keeps changes until they do. */
  readonly connection?: Connection
  /** Whether the back end tells by its key a change that it has done already. */
  readonly knowsChangeKeys?: () => boolean
  /** Where keys are kept of changes of which nobody knows yet whether they were done: a page alone forgets them. */
  readonly changeKeys?: KeptKeys
  readonly patience?: Patience
  /** The toast of each failure, once for all attempts of a call. */
  readonly onFailure?: (toast: string) => void
}

/** Makes the one function through which the client talks to the back end. */
export function createCall(settings: CallSettings): Call {
  return namedCall(createWireCall(settings))
}

export function namedCall(call: WireCall): Call {
  return async <Request, Answer>(
    endpoint: Endpoint<Request, unknown, Answer>,
    request: Named<Request>,
    options?: CallOptions,
  ) => {
    const result = await call(endpoint, toWire<Request>(request), options)
    return result.ok ? { ok: true, value: fromWire(result.value) } : result
  }
}

export function createWireCall(settings: CallSettings): WireCall {
  const { fetch, onUnauthorized, onAnswered, connection, knowsChangeKeys, patience = PATIENCE } = settings
  const request = createFetch({ fetch, Headers, AbortController })
  const keys = createChangeKeys(newChangeKey, settings.changeKeys)

  async function callOnce<Request, Answer>(
    endpoint: Endpoint<Request, unknown, Answer>,
    input: Request,
    options: CallOptions,
    headers: Readonly<Record<string, string>>,
    onTooLong = () => {},
  ): Promise<Result<Answer>> {
    const withoutAnswer = (why: Impatience | null): Failure => {
      const isTooLong = why === 'too long' || why === 'given up'
      if (isTooLong) onTooLong()
      else connection?.lost()
      const failure = failureOf(endpoint, input, 0, isTooLong ? TOO_LONG : NO_ANSWER, null)
      return why === 'given up' ? { ...failure, isGivenUp: true } : failure
    }
    let response: FetchResponse<unknown>
    let impatience: Impatience | null = null
    const send = (stop?: AbortSignal) => {
      const signals = [options.signal, stop].filter((signal) => signal !== undefined)
      return request.raw<unknown>(`${API_PREFIX}${endpoint.path}`, {
        method: endpoint.method,
        credentials: 'same-origin',
        retry: false,
        ignoreResponseError: true,
        ...(endpoint.method === 'POST'
          ? { body: JSON.stringify(input), headers: { ...JSON_HEADERS, ...headers } }
          : { query: queryOf(input), headers }),
        ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
      })
    }
    try {
      const longest = endpoint.changes === undefined ? patience.reading : patience.changing
      response = connection
        ? await withPatience({ connection, ...patience, longest }, send, (why) => {
            impatience = why
          })
        : await send()
    } catch (error) {
      if (options.signal?.aborted) throw error
      return withoutAnswer(impatience)
    }
    if (isUnanswered(response.status)) connection?.lost()
    else connection?.answered()
    if (response.status === 401 && endpoint.path !== '/login') onUnauthorized()
    if (response.status !== 401 && endpoint.path !== '/version') onAnswered?.()
    if (!response.ok) {
      return failureOf(endpoint, input, response.status, statusTextOf(response), response._data)
    }
    const answer = v.safeParse(endpoint.answer, response._data)
    if (answer.success) return { ok: true, value: answer.output }
    return failureOf(endpoint, input, response.status, UNREADABLE_ANSWER, null)
  }

  /** A change waits for the connection, and is sent again where that cannot do it twice. */
  async function change<Request, Answer>(
    endpoint: Endpoint<Request, unknown, Answer>,
    input: Request,
    options: CallOptions,
  ): Promise<Result<Answer>> {
    const isRepeatable = endpoint.changes === 'again' || knowsChangeKeys?.() === true
    // A thing may be changed to and fro: what was asked before is asked by another key, but of making and deleting.
    const isKept = endpoint.changes === 'once' || endpoint.method === 'DELETE'
    const headers = { [CHANGE_KEY]: isKept ? keys.keyFor(endpoint.path, input) : newChangeKey() }
    for (let sent = 0; ; sent++) {
      const isLost = sent > 0 || connection?.state().isDown === true
      if (isLost && (await connection?.back()) !== true) {
        return { ...failureOf(endpoint, input, 0, sent > 0 ? OUTCOME_UNKNOWN : NOT_SENT, null), isGivenUp: true }
      }
      let isGivenUp = false
      const answer = await callOnce(endpoint, input, options, headers, () => {
        isGivenUp = true
      })
      if (!isWithoutAnswer(answer)) {
        if (isSettled(answer)) keys.settled(endpoint.path, input)
        return sent > 0 ? goneAlready(endpoint, answer) : answer
      }
      const isLast = isGivenUp || connection === undefined || !isRepeatable || sent === RESENDS_MAX
      if (isLast) {
        const failure = failureOf(endpoint, input, answer.status, OUTCOME_UNKNOWN, null)
        return answer.isGivenUp ? { ...failure, isGivenUp: true } : failure
      }
    }
  }

  return async (endpoint, input, options = {}) => {
    const isChange = endpoint.changes !== undefined
    const result = await (isChange ? change(endpoint, input, options) : callOnce(endpoint, input, options, {}))
    return reported(endpoint, result, { silent: options.silent, onFailure: settings.onFailure })
  }
}

const KEY_BYTES = 16
/** A back end that answers everything but this change is asked so often, not for ever. */
const RESENDS_MAX = 5
const JSON_HEADERS = { 'content-type': 'application/json' }

/** Whether nobody knows what became of a call. */
function isWithoutAnswer(answer: Result<unknown>): answer is Failure {
  return !answer.ok && isUnanswered(answer.status)
}

/** Whether an answer leaves no doubt about what was done. */
function isSettled(answer: Result<unknown>): boolean {
  return answer.ok || (answer.status >= 400 && answer.status < 500 && answer.status !== 401)
}

/** What is not there when it is to be deleted once more was deleted the first time. */
function goneAlready<Request, Answer>(
  endpoint: Endpoint<Request, unknown, Answer>,
  answer: Result<Answer>,
): Result<Answer> {
  if (answer.ok || endpoint.method !== 'DELETE' || answer.status !== 404) return answer
  const done = v.safeParse(endpoint.answer, {})
  return done.success ? { ok: true, value: done.output } : answer
}

/** A key for a change that nobody else's has; `randomUUID` is there over TLS alone. */
function newChangeKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

/** Keys by the changes that they are for. */
interface KeptKeys {
  readonly get: (change: string) => string | undefined
  readonly set: (change: string, key: string) => void
  readonly delete: (change: string) => void
}

/** The keys of changes of which nobody knows whether they were done. */
interface ChangeKeys {
  readonly keyFor: (path: Endpoint<never, unknown, unknown>['path'], input: unknown) => string
  readonly settled: (path: Endpoint<never, unknown, unknown>['path'], input: unknown) => void
}

/** The same change has the same key until its outcome is known, so that asking once more does not do it twice. */
function createChangeKeys(newKey: () => string, keys: KeptKeys = keysOfPage()): ChangeKeys {
  const nameOf = (path: string, input: unknown) => `${path} ${JSON.stringify(input)}`
  return {
    keyFor: (path, input) => {
      const name = nameOf(path, input)
      const key = keys.get(name) ?? newKey()
      keys.set(name, key)
      return key
    },
    settled: (path, input) => keys.delete(nameOf(path, input)),
  }
}

function keysOfPage(): KeptKeys {
  const keys = new Map<string, string>()
  return {
    get: (change) => keys.get(change),
    set: (change, key) => void keys.set(change, key),
    delete: (change) => void keys.delete(change),
  }
}
