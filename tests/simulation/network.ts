import * as v from 'valibot'
import { CHANGE_KEY, type Documentation, type Endpoint } from '#contract/endpoint.ts'
import { API_PREFIX } from '#domain/limits.ts'
import { SESSION_COOKIE } from '#server/platform/http/session-cookie.ts'
import type { History, Moment, Operation, Request as Asked } from '#tests/simulation/history.ts'
import type { ServerProcess } from '#tests/simulation/server-process.ts'

/** The message of a change whose outcome the server does not know. */
const DATABASE_GONE = 'The database does not answer at the moment. Please try again.'

/** An operation under way between a client and the server. */
export interface InFlight {
  readonly operation: Operation
  /** The client stops waiting; `isAborted` closes its connection. */
  readonly lose: (isAborted: boolean) => void
}

export interface Network {
  /** The server process that takes requests. */
  server: ServerProcess
  readonly inFlight: Set<InFlight>
  readonly now: () => Moment
  readonly history: History
}

/** A response as the client hears it; null where the connection was lost. */
export interface Heard<Answer> {
  readonly operation: Operation
  readonly status: number
  /** Null for an error. */
  readonly answer: Answer | null
}

export interface SentRequest extends Omit<Asked, 'action' | 'isAudited'> {
  /** The body of a request whose input is in the query. */
  readonly bytes?: Uint8Array<ArrayBuffer>
  /** Whether a job goes on after the response: the operation stays open until `endJob`. */
  readonly isJob?: boolean
}

/** Sends a request and records it; resolves when the client hears the response or loses the connection. */
export async function send<Sent, Input, Answer>(
  network: Network,
  endpoint: Endpoint<Sent, Input, Answer> & Pick<Documentation, 'audit'>,
  input: Sent,
  asked: SentRequest,
): Promise<Heard<Answer> | null> {
  const { history, server, inFlight } = network
  const { bytes: _, isJob = false, ...meaning } = asked
  const operation = begin(network, {
    ...meaning,
    action: `${endpoint.method} ${endpoint.path}`,
    isAudited: endpoint.audit !== undefined,
  })
  const controller = new AbortController()
  const lost = new Promise<null>((resolve) => {
    inFlight.add({
      operation,
      lose: (isAborted) => {
        history.lines.push(`  #${operation.id} ${isAborted ? 'is aborted' : 'loses its response'}`)
        if (isAborted) controller.abort()
        resolve(null)
      },
    })
  })
  const answered = fetchFrom(server, requestOf(endpoint, input, asked, controller.signal)).then((response) => {
    for (const request of inFlight) if (request.operation === operation) inFlight.delete(request)
    // Of a killed process nothing arrives.
    if (operation.outcome !== 'open') return null
    end(network, operation, response, isJob)
    const body = response.status < 400 ? v.safeParse(endpoint.answer, response.body) : null
    return { operation, status: response.status, answer: body?.success ? body.output : null }
  })
  const heard = await Promise.race([answered, lost])
  operation.isHeard = heard !== null
  return heard
}

function begin({ history, server, now }: Network, asked: Asked): Operation {
  const operation: Operation = {
    ...asked,
    id: history.operations.length + 1,
    process: server.number,
    begun: now(),
    ended: null,
    outcome: 'open',
    status: null,
    made: null,
    begunToken: null,
    seen: [],
    isHeard: false,
    isDisturbed: false,
  }
  history.operations.push(operation)
  history.lines.push(`#${operation.id} ${asked.client}: ${asked.words}`)
  return operation
}

function requestOf<Sent, Input, Answer>(
  { method, path }: Pick<Endpoint<Sent, Input, Answer>, 'method' | 'path'>,
  input: Sent,
  { token, key, bytes }: SentRequest,
  signal: AbortSignal,
): Request {
  const url = new URL(`http://simulation.test${API_PREFIX}${path}`)
  if (method !== 'POST' || bytes !== undefined) {
    for (const [name, value] of Object.entries(input ?? {})) url.searchParams.set(name, String(value))
  }
  const headers = new Headers({ 'content-type': 'application/json' })
  if (token !== null) headers.set('cookie', `${SESSION_COOKIE}=${token}`)
  if (key !== null) headers.set(CHANGE_KEY, key)
  return new Request(url, {
    method,
    headers,
    signal,
    ...(method === 'POST' && { body: bytes ?? JSON.stringify(input) }),
  })
}

interface Response {
  readonly status: number
  readonly body: unknown
  readonly token: string | null
}

async function fetchFrom({ app }: ServerProcess, request: Request): Promise<Response> {
  const response = await app.fetch(request)
  const text = await response.text()
  const isJson = (response.headers.get('content-type') ?? '').includes('json')
  const cookie = new RegExp(`^${SESSION_COOKIE}=([^;]+)`).exec(response.headers.getSetCookie()[0] ?? '')
  return { status: response.status, body: isJson ? JSON.parse(text) : text, token: cookie?.[1] ?? null }
}

const Made = v.union([
  v.pipe(
    v.object({ id: v.number() }),
    v.transform(({ id }) => id),
  ),
  v.pipe(
    v.object({ new_cohort_id: v.number() }),
    v.transform(({ new_cohort_id: id }) => id),
  ),
  v.pipe(
    v.object({ constructid: v.number() }),
    v.transform(({ constructid: id }) => id),
  ),
  v.pipe(
    v.object({ new_project_id: v.number() }),
    v.transform(({ new_project_id: id }) => id),
  ),
])
const Failure = v.object({ message: v.string() })

/**
 * Ends the operation of a job. The outcome of a failed one is open: its last statement may have been a commit whose
 * result was lost.
 */
export function endJob({ now }: Network, operation: Operation, isDone: boolean): void {
  if (operation.outcome !== 'open') return
  operation.ended = now()
  operation.outcome = isDone ? 'done' : 'unsure'
}

function end({ history, now }: Network, operation: Operation, { status, body, token }: Response, isJob: boolean): void {
  operation.status = status
  history.lines.push(`  #${operation.id} ${status}${status >= 400 ? ` ${messageOf(body)}` : ''}`)
  if (isJob && status < 400) return
  operation.ended = now()
  const isUnsure = status >= 500 && messageOf(body) === DATABASE_GONE
  operation.outcome = status < 400 ? 'done' : isUnsure ? 'unsure' : 'refused'
  const made = v.safeParse(Made, body)
  operation.made = operation.outcome === 'done' && operation.writes.length > 0 && made.success ? made.output : null
  operation.begunToken = operation.session?.kind === 'begin' && status < 400 ? token : null
}

function messageOf(body: unknown): string {
  const failure = v.safeParse(Failure, body)
  return failure.success ? failure.output.message : ''
}

/** The operations of a process that is over: their outcome is unknown. */
export function endOpen({ history, inFlight, now }: Network, process: number): void {
  for (const operation of history.operations) {
    if (operation.process !== process || operation.outcome !== 'open') continue
    operation.outcome = 'unsure'
    operation.ended = now()
  }
  for (const request of inFlight) {
    inFlight.delete(request)
    request.lose(false)
  }
}
