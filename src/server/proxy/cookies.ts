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
