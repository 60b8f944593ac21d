import { cookieOfThisOrigin, cookiesOfBackEnd } from '#server/proxy/cookies.ts'

/** What a browser's request takes along. Nothing else: a header that says who somebody is must not come from outside. */
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

/** The headers of a request as it goes on: from the back end's own origin, for a caller at that address. */
export function requestHeaders(given: Headers, backEnd: URL, callerAddress: string): Headers {
  const headers = new Headers()
  for (const name of SENT) {
    const value = given.get(name)
    if (value !== null) headers.set(name, name === 'cookie' ? cookiesOfBackEnd(value) : value)
  }
  if (given.has('origin')) headers.set('origin', backEnd.origin)
  headers.set('x-forwarded-for', callerAddress)
  return headers
}

/** What a back end says for its own origin; this one speaks for itself. */
const FOR_ITS_ORIGIN =
  /^(access-control-.*|alt-svc|clear-site-data|content-security-policy.*|cross-origin-.*|nel|permissions-policy|referrer-policy|report-to|reporting-endpoints|service-worker-allowed|set-cookie|strict-transport-security|x-content-type-options|x-frame-options)$/

/** The headers of an answer as it comes back: its cookies are this origin's, and so is where it sends one. */
export function answerHeaders(given: Headers, backEnd: URL, isSecure: boolean): Headers {
  const headers = new Headers()
  for (const [name, value] of given) if (!FOR_ITS_ORIGIN.test(name)) headers.append(name, value)
  for (const cookie of given.getSetCookie()) headers.append('set-cookie', cookieOfThisOrigin(cookie, isSecure))
  const location = headers.get('location')
  if (location?.startsWith(withoutEnd(backEnd)) === true) {
    headers.set('location', location.slice(withoutEnd(backEnd).length) || '/')
  }
  return headers
}

/** An address below the back end's. */
export function addressAt(backEnd: URL, { pathname, search }: URL): string {
  return `${withoutEnd(backEnd)}${pathname}${search}`
}

function withoutEnd(url: URL): string {
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}
