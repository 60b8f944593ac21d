import * as v from 'valibot'
import type { CallSettings } from '#api/call.ts'
import { reported, statusTextOf } from '#api/failure-toast.ts'
import { addressOf, failureOf, NO_ANSWER, UNREADABLE_ANSWER } from '#api/request.ts'
import type { Failure, OpenFile, Result, SendBytes } from '#api/result.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { fromWire, toWire, type Named } from '#contract/shapes/wire-names.ts'

type FileSettings = Pick<CallSettings, 'fetch' | 'onUnauthorized' | 'onFailure'>

/** Makes the function that reads files as streams. */
export function createOpenFile(settings: FileSettings): OpenFile {
  const open: OpenFile = async (endpoint, request, { signal }) => {
    const result = await respond(settings, endpoint, request, { signal })
    if (!result.ok) return result
    const { body, status } = result.value
    return body ? { ok: true, value: body } : failed(endpoint, request, status, statusTextOf(result.value))
  }
  return async (endpoint, ...rest) => reported(endpoint, await open(endpoint, ...rest), settings)
}

/** Makes the function that sends files. */
export function createSendBytes(settings: FileSettings): SendBytes {
  const send: SendBytes = async (endpoint, request, bytes, { signal }) => {
    const result = await respond(settings, endpoint, request, {
      method: endpoint.method,
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes,
      signal,
    })
    if (!result.ok) return result
    const answer = v.safeParse(endpoint.answer, await jsonOf(result.value))
    if (answer.success) return { ok: true, value: fromWire(answer.output) }
    return failed(endpoint, request, result.value.status, UNREADABLE_ANSWER)
  }
  return async (endpoint, ...rest) => reported(endpoint, await send(endpoint, ...rest), settings)
}

/** Sends a request with its input as the query. The response of a success; rejects only if aborted. */
async function respond<Request>(
  { fetch, onUnauthorized }: FileSettings,
  endpoint: Endpoint<Request, unknown, unknown>,
  request: NoInfer<Named<Request>>,
  init: RequestInit & { readonly signal: AbortSignal },
): Promise<Result<Response>> {
  let response: Response
  try {
    response = await fetch(addressOf(endpoint, request), { credentials: 'same-origin', ...init })
  } catch (error) {
    if (init.signal.aborted) throw error
    return failed(endpoint, request, 0, NO_ANSWER)
  }
  if (response.status === 401) onUnauthorized()
  if (response.ok) return { ok: true, value: response }
  return failed(endpoint, request, response.status, statusTextOf(response), await jsonOf(response))
}

function failed<Request>(
  endpoint: Endpoint<Request, unknown, unknown>,
  request: NoInfer<Named<Request>>,
  status: number,
  statusText: string,
  body: unknown = null,
): Failure {
  return failureOf(endpoint, toWire<Request>(request), status, statusText, body)
}

async function jsonOf(response: Response): Promise<unknown> {
  return response.json().catch(() => null)
}
