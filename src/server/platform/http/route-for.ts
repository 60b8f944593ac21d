import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { isOffered, type Documentation, type Endpoint } from '#contract/endpoint.ts'
import type { User } from '#server/model/user.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { ofRequest } from '#server/platform/db/scope.ts'
import type { ServerEnvironment } from '#server/platform/http/caller.ts'
import { malformed, Refusal } from '#server/platform/http/refusal.ts'
import { jsonResponse } from '#server/platform/http/response-middleware.ts'
import type { HttpServices, SignedInOptions } from '#server/platform/http/services.ts'
import { countWaitedFor } from '#server/platform/scheduling/yield.ts'

/** One request as its handler sees it: authenticate, validate, authorise, act, present. */
export interface Incoming<Input, Services extends HttpServices = HttpServices> {
  /** Returns the user; refuses anonymous requests. */
  readonly authenticate: (options?: SignedInOptions) => Promise<User>
  /** Parses the input by the contract's schema; refuses invalid input. */
  readonly validate: () => Promise<Input>
  /** For reading, open until the response is complete. Writes use `change`. */
  readonly connection: Connection
  readonly services: Services
  readonly context: Context<ServerEnvironment>
  readonly limit: TimeLimit
}

export type Handler<Input, Services extends HttpServices> = (incoming: Incoming<Input, Services>) => Promise<object>

export interface Mounted<Request, Input>
  extends
    Pick<Endpoint<Request, Input, unknown>, 'method' | 'path' | 'input' | 'answer' | 'capability'>,
    Documentation {}

/** An endpoint with any input and response, for the OpenAPI document. */
export interface AnyEndpoint extends Pick<Mounted<unknown, unknown>, 'method' | 'path'>, Documentation {
  readonly input: v.GenericSchema
  readonly answer: v.GenericSchema
  readonly changes?: 'again' | 'once'
  readonly capability?: string
}

export interface Api<Services extends HttpServices = HttpServices> {
  readonly app: Hono<ServerEnvironment>
  readonly services: Services
  readonly mounted: AnyEndpoint[]
}

/** Mounts a handler at its endpoint's method and path. Without the endpoint's capability it mounts nothing. */
export function routeFor<Request, Input, Services extends HttpServices>(
  { app, services, mounted }: Api<Services>,
  endpoint: Mounted<Request, Input>,
  handler: Handler<Input, Services>,
): void {
  if (!isOffered(endpoint, services.settings.capabilities)) return
  mounted.push(endpoint)
  app.on(endpoint.method, endpoint.path, async (context) => {
    const answer = await withinLimit(services.settings.requestMillisecondsMax, (limit) =>
      services.database.withConnection((leased) => {
        const connection = ofRequest(leased, limit.signal)
        return handler({
          authenticate: (options) => services.signedIn(connection, context, { ...options, endpoint }),
          validate: () => validate(context, endpoint),
          connection,
          services,
          context,
          limit,
        })
      }),
    )
    return answer instanceof Response ? answer : jsonResponse(context, answer)
  })
}

async function validate<Request, Input>(
  context: Context<ServerEnvironment>,
  endpoint: Mounted<Request, Input>,
): Promise<Input> {
  const received = endpoint.method === 'POST' ? await bodyOf(context) : context.req.query()
  const parsed = v.safeParse(endpoint.input, received)
  if (parsed.success) return parsed.output
  throw malformed(parsed.issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message })))
}

/** JSON needs a CORS preflight; form types do not (CSRF protection). */
const JSON_TYPE = /^application\/json\s*(;|$)/i

async function bodyOf(context: Context<ServerEnvironment>): Promise<unknown> {
  if (!JSON_TYPE.test(context.req.header('content-type') ?? '')) {
    throw malformed([{ path: '', message: 'The body must be of the type application/json.' }])
  }
  const text = await context.req.text()
  try {
    return JSON.parse(text)
  } catch {
    throw malformed([{ path: '', message: 'The body is not JSON.' }])
  }
}

/** Time limit of a request. */
interface TimeLimit {
  /** Aborts at the limit; its reason is sent to the caller. */
  readonly signal: AbortSignal
  /** Removes the limit, for uploads and downloads. */
  readonly lift: () => void
}

/**
 * Refuses a request after so many milliseconds and aborts its statements. Work shared with other requests continues.
 */
async function withinLimit<Result>(milliseconds: number, work: (limit: TimeLimit) => Promise<Result>): Promise<Result> {
  const controller = new AbortController()
  const { signal } = controller
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  const end = () => controller.abort(new Refusal(503, 'This takes the server too long. Please ask for less at once.'))
  const timer = setTimeout(end, milliseconds)
  if (milliseconds <= 0) end()
  const endWaiting = countWaitedFor()
  const lift = () => {
    clearTimeout(timer)
    endWaiting()
  }
  try {
    return await Promise.race([ended, work({ signal, lift })])
  } finally {
    lift()
  }
}

/**
 * A handler that counts participants: it waits in the fair queue of all accounts. An aborted request leaves the queue.
 */
export function inFairQueue<Input, Services extends HttpServices>(
  handler: Handler<Input, Services>,
): Handler<Input, Services> {
  return async (incoming) => {
    const user = await incoming.authenticate()
    const { signal: disconnected } = incoming.context.req.raw
    const end = AbortSignal.any([disconnected, incoming.limit.signal])
    try {
      return await incoming.services.fairQueue.run(user.accountId, end, () => {
        const connection = ofRequest(incoming.connection, end)
        return handler({ ...incoming, connection, authenticate: () => Promise.resolve(user) })
      })
    } catch (error) {
      throw disconnected.aborted ? new Refusal(503, 'Nobody waits for this answer any more.') : error
    }
  }
}
