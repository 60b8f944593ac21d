import type { CallOptions, Failure, Result } from '#api/result.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { CODE_NEEDED } from '#domain/messages.ts'

const UNAUTHORIZED = 401
const PRECONDITION_FAILED = 412
const NOT_READY = 503

type AnyEndpoint = Pick<Endpoint<never, unknown, unknown>, 'method' | 'path'>

/**
 * The toast of a failed call: the server's message, else the context sentence (spec section 8). Null for handled
 * outcomes: an ended session, a conflict, a second factor's code, a server that generates its data.
 */
export function failureToast(
  { method, path }: AnyEndpoint,
  failure: Failure,
  silent: CallOptions['silent'],
): string | null {
  const { status, serverMessage, context, isGivenUp } = failure
  if (silent === 'all' || silent?.includes(status) || isGivenUp) return null
  if (status === UNAUTHORIZED && path !== '/login') return null
  if (serverMessage === CODE_NEEDED || status === PRECONDITION_FAILED) return null
  if (status === NOT_READY && path === '/userinfo') return null
  if (method === 'DELETE') return [context, serverMessage].filter((text) => text !== null).join(' ')
  return serverMessage ?? context
}

interface Reporting {
  readonly silent?: CallOptions['silent'] | undefined
  readonly onFailure?: ((toast: string, reason?: string) => void) | undefined
}

/** Returns the result unchanged; reports a failure that has a toast. */
export function reported<Answer>(
  endpoint: AnyEndpoint,
  result: Result<Answer>,
  { silent, onFailure }: Reporting,
): Result<Answer> {
  const toast = result.ok ? null : failureToast(endpoint, result, silent)
  if (toast !== null) onFailure?.(toast, result.ok ? undefined : reasonOf(endpoint, result))
  return result
}

/** Reads that fail for one reason have one toast; a message of the server is its own reason. */
function reasonOf({ method }: AnyEndpoint, { status, serverMessage }: Failure): string | undefined {
  return method === 'GET' && serverMessage === null ? `status ${status}` : undefined
}

/** Names of the status codes in use: HTTP/2 sends the number alone. */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  411: 'Length Required',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  426: 'Upgrade Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** The status text of a response: the beginning of an error's text (spec section 8). */
export function statusTextOf({ status, statusText }: Pick<Response, 'status' | 'statusText'>): string {
  return statusText === '' ? (STATUS_TEXTS[status] ?? '') : statusText
}
