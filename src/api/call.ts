import { createFetch, type FetchResponse } from 'ofetch'
import * as v from 'valibot'
import { type Connection, PATIENCE, withPatience, type Impatience, type Patience } from '#api/connection.ts'
import { reported, statusTextOf } from '#api/failure-toast.ts'
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
import { fromWire, toWire, type Named } from '#contract/shapes/wire-names.ts'
import { API_PREFIX } from '#domain/limits.ts'

export interface CallSettings {
  /** The browser's fetch; tests pass the app's own request function. */
  readonly fetch: typeof globalThis.fetch
  /** Called after a 401, except of the login: the session is over. */
  readonly onUnauthorized: () => void
  /** Called after a response to a signed-in user, which prolongs the session. */
  readonly onAnswered?: () => void
  /** Observes responses; changes wait while the back end is unreachable. */
  readonly connection?: Connection
  /** Whether the back end recognises repeated changes by their idempotency key. */
  readonly knowsChangeKeys?: () => boolean
  /** Store of the keys of changes with unknown outcome; the default ends with the page. */
  readonly changeKeys?: KeptKeys
  readonly patience?: Patience
  /** Called once per failed call, not once per attempt. Reads that fail for one reason name it. */
  readonly onFailure?: (toast: string, reason?: string) => void
}

/** Makes the API client. */
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

  /** A change waits for the connection, and is resent only if it is idempotent. */
  async function change<Request, Answer>(
    endpoint: Endpoint<Request, unknown, Answer>,
    input: Request,
    options: CallOptions,
  ): Promise<Result<Answer>> {
    const isRepeatable = endpoint.changes === 'again' || knowsChangeKeys?.() === true
    // Repeating "again" needs a new key (a setting may change to and fro), unless it deletes.
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

  return async (declared, input, options = {}) => {
    const endpoint = {
      ...declared,
      failure: (sent: typeof input) => options.context?.() ?? declared.failure(sent),
    }
    const isChange = endpoint.changes !== undefined
    const result = await (isChange ? change(endpoint, input, options) : callOnce(endpoint, input, options, {}))
    return reported(endpoint, result, { silent: options.silent, onFailure: settings.onFailure })
  }
}

const KEY_BYTES = 16
/** Attempts for one change while the back end responds to everything else. */
const RESENDS_MAX = 5
const JSON_HEADERS = { 'content-type': 'application/json' }

/** Whether the outcome of a call is unknown. */
function isWithoutAnswer(answer: Result<unknown>): answer is Failure {
  return !answer.ok && isUnanswered(answer.status)
}

/** Whether the response settles the outcome. */
function isSettled(answer: Result<unknown>): boolean {
  return answer.ok || (answer.status >= 400 && answer.status < 500 && answer.status !== 401)
}

/** A 404 after a repeated deletion: the first attempt deleted it. */
function goneAlready<Request, Answer>(
  endpoint: Endpoint<Request, unknown, Answer>,
  answer: Result<Answer>,
): Result<Answer> {
  if (answer.ok || endpoint.method !== 'DELETE' || answer.status !== 404) return answer
  const done = v.safeParse(endpoint.answer, {})
  return done.success ? { ok: true, value: done.output } : answer
}

/** A globally unique key; `randomUUID` needs TLS. */
function newChangeKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

/** Idempotency keys by change. */
interface KeptKeys {
  readonly get: (change: string) => string | undefined
  readonly set: (change: string, key: string) => void
  readonly delete: (change: string) => void
}

/** Idempotency keys of changes with unknown outcome. */
interface ChangeKeys {
  readonly keyFor: (path: Endpoint<never, unknown, unknown>['path'], input: unknown) => string
  readonly settled: (path: Endpoint<never, unknown, unknown>['path'], input: unknown) => void
}

/** Keeps a change's key until its outcome is known: a repetition has no second effect. */
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
