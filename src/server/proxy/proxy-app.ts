import { Hono, type Context } from 'hono'
import { proxy } from 'hono/proxy'
import { API_PREFIX } from '#domain/limits.ts'
import type { Configuration } from '#server/platform/configuration/configuration.ts'
import { onlyAllowedHosts } from '#server/platform/http/allowed-hosts.ts'
import { sameSiteOnly, PDF_SECURITY_POLICY, securityHeaders } from '#server/platform/http/browser-security.ts'
import { type App, callerOf, isSecure, type ServerEnvironment, type Trust } from '#server/platform/http/caller.ts'
import { respondToErrors } from '#server/platform/http/error-responses.ts'
import { requireChunks, breakOnError } from '#server/platform/http/file-responses.ts'
import { listen } from '#server/platform/http/listen.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { accessLog, compressedResponses } from '#server/platform/http/response-middleware.ts'
import { serveFrontEnd } from '#server/platform/http/static-files.ts'
import type { Log, Clock } from '#server/platform/process/runtime.ts'

/** Request headers that are forwarded. An allow list: identity headers from outside must not pass. */
const SENT = [
  'accept',
  'accept-language',
  'content-length',
  'content-type',
  'cookie',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'range',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'user-agent',
]

/** The forwarded request headers: the back end's own origin, and the caller's address. */
function requestHeaders(sent: Headers, backEnd: URL, callerAddress: string): Headers {
  const headers = new Headers()
  for (const name of SENT) {
    const value = sent.get(name)
    if (value !== null) headers.set(name, name === 'cookie' ? cookiesOfBackEnd(value) : value)
  }
  if (sent.has('origin')) headers.set('origin', backEnd.origin)
  headers.set('x-forwarded-for', callerAddress)
  return headers
}

/** Response headers about the back end's origin; this server sends its own. */
const FOR_ITS_ORIGIN =
  /^(access-control-.*|alt-svc|clear-site-data|content-security-policy.*|cross-origin-.*|nel|permissions-policy|referrer-policy|report-to|reporting-endpoints|service-worker-allowed|set-cookie|strict-transport-security|x-content-type-options|x-frame-options)$/

/** The response headers for this origin: cookies and Location are rewritten. */
function answerHeaders(received: Headers, backEnd: URL, isSecure: boolean): Headers {
  const headers = new Headers()
  for (const [name, value] of received) if (!FOR_ITS_ORIGIN.test(name)) headers.append(name, value)
  for (const cookie of received.getSetCookie()) headers.append('set-cookie', cookieOfThisOrigin(cookie, isSecure))
  const location = headers.get('location')
  if (location?.startsWith(withoutEnd(backEnd)) === true) {
    headers.set('location', location.slice(withoutEnd(backEnd).length) || '/')
  }
  return headers
}

function addressAt(backEnd: URL, { pathname, search }: URL): string {
  return `${withoutEnd(backEnd)}${pathname}${search}`
}

function withoutEnd(url: URL): string {
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** Attributes for the back end's origin. Cookies here apply to this whole origin. */
const ITS_OWN = new Set(['domain', 'path', 'secure', 'httponly'])

/**
 * Rewrites a cookie of the back end for this origin: host-only, HttpOnly, and Secure over TLS only, because browsers
 * drop Secure cookies without TLS.
 */
export function cookieOfThisOrigin(cookie: string, isSecure: boolean): string {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim())
  const kept = attributes
    .filter((attribute) => !ITS_OWN.has(nameOf(attribute)))
    // Browsers accept SameSite=None from secure origins only.
    .map((attribute) => (!isSecure && /^samesite\s*=\s*none$/i.test(attribute) ? 'SameSite=Lax' : attribute))
  return [
    isSecure ? pair : pair.replace(FOR_TLS, `${WITHOUT_TLS}$&`),
    ...kept,
    'Path=/',
    'HttpOnly',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
}

/** Prefixes that browsers accept over TLS only; without TLS the name gets another prefix. */
const FOR_TLS = /^__(Host|Secure)-/

const WITHOUT_TLS = 'plain.'

/** Restores the back end's cookie names. */
export function cookiesOfBackEnd(cookies: string): string {
  return cookies.replaceAll(/(^|; *)plain\.(?=__(?:Host|Secure)-)/g, '$1')
}

function nameOf(attribute: string): string {
  return (attribute.split('=')[0] ?? '').trim().toLowerCase()
}

export interface ProxyServerOptions {
  readonly configuration: Configuration
  readonly apiUrl: URL
  readonly log: Log
  readonly clientDirectory: string
}

/** Serves the front end over another back end, without a database. */
export async function startProxy({ configuration, apiUrl, log, clientDirectory }: ProxyServerOptions) {
  const { isTrustedProxy, externalAuthUrl } = configuration
  const app = createProxyApp({ apiUrl, isTrustedProxy, log, clock: Date.now })
  serveFrontEnd(app, clientDirectory, { externalAuthUrl })
  const { address, drain } = await listen(onlyAllowedHosts(app.fetch, configuration), configuration)
  return { address, stop: drain }
}

/** Deleting can take minutes (spec section 4). */
const ANSWER_MILLISECONDS = 300_000

/** For the log only (nginx: client closed request). */
const CALLER_LEFT = 499

export interface ProxyOptions extends Trust {
  readonly apiUrl: URL
  readonly clock: Clock
  readonly log: Log
  /** Maximum milliseconds until the first byte of a response. */
  readonly answerMilliseconds?: number
}

/** A reverse proxy for the API and the codebooks of another back end. */
export function createProxyApp(options: ProxyOptions): App {
  const app: App = new Hono()
  app.use(securityHeaders)
  app.use(accessLog(options.log, options.clock))
  app.use(compressedResponses)
  app.onError(respondToErrors(options.log))
  const handOn = (context: Context<ServerEnvironment>) => forward(context, options)
  app.use(`${API_PREFIX}/*`, sameSiteOnly(options))
  app.all(`${API_PREFIX}/*`, handOn)
  app.on(['GET', 'HEAD'], '/codebooks/*', async (context) => {
    const answer = await handOn(context)
    if (answer.headers.get('content-type')?.startsWith('application/pdf') === true) {
      answer.headers.set('content-security-policy', PDF_SECURITY_POLICY)
    }
    return answer
  })
  return app
}

async function forward(context: Context<ServerEnvironment>, options: ProxyOptions): Promise<Response> {
  const { apiUrl, log, answerMilliseconds = ANSWER_MILLISECONDS } = options
  const caller = callerOf(context, options)
  const url = new URL(context.req.url)
  const tooLong = new AbortController()
  const timer = setTimeout(() => tooLong.abort(), answerMilliseconds)
  const request = context.req.raw
  try {
    const answer = await proxy(addressAt(apiUrl, url), {
      raw: request,
      headers: requestHeaders(request.headers, apiUrl, caller.address),
      // Abort the back end's request when the caller leaves, before or during the response.
      signal: AbortSignal.any([request.signal, tooLong.signal]),
      // Redirects are followed by the browser.
      redirect: 'manual',
    })
    if (isFileOfUnknownLength(answer.headers)) requireChunks(context)
    const outgoing = context.env?.outgoing
    return new Response(answer.body && breakOnError(answer.body, () => outgoing?.destroy()), {
      status: answer.status,
      statusText: answer.statusText,
      headers: answerHeaders(answer.headers, apiUrl, isSecure(caller)),
    })
  } catch (error) {
    if (error instanceof Refusal) {
      tooLong.abort()
      throw error
    }
    if (request.signal.aborted) return new Response(null, { status: CALLER_LEFT })
    log.warn({ path: url.pathname, reason: reasonOf(error) }, 'no response from the back end')
    throw new Refusal(
      502,
      tooLong.signal.aborted ? 'The back end did not answer in time.' : 'The back end cannot be reached.',
    )
  } finally {
    clearTimeout(timer)
  }
}

function isFileOfUnknownLength(headers: Headers): boolean {
  return headers.get('content-disposition')?.startsWith('attachment') === true && !headers.has('content-length')
}

/** The system's error code, such as ECONNREFUSED. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : String(error)
}
