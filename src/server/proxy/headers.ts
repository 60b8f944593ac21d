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

/** Response headers about the back end's origin; this server sends its own. */
const FOR_ITS_ORIGIN =
  /^(access-control-.*|alt-svc|clear-site-data|content-security-policy.*|cross-origin-.*|nel|permissions-policy|referrer-policy|report-to|reporting-endpoints|service-worker-allowed|set-cookie|strict-transport-security|x-content-type-options|x-frame-options)$/

/** The response headers for this origin: cookies and Location are rewritten. */
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

export function addressAt(backEnd: URL, { pathname, search }: URL): string {
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
