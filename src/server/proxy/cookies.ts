/** What the back end says of where its cookies go; here they go to this origin, and to the whole of it. */
const ITS_OWN = new Set(['domain', 'path', 'secure', 'httponly'])

/**
 * A back end's cookie as one of this origin: the whole of it and no other host, out of reach of scripts, and for TLS
 * alone where this origin has TLS. Without TLS browsers would drop a cookie that asks for it.
 */
export function cookieOfThisOrigin(cookie: string, isSecure: boolean): string {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim())
  const kept = attributes
    .filter((attribute) => !ITS_OWN.has(nameOf(attribute)))
    // Browsers take SameSite=None from secure origins only.
    .map((attribute) => (!isSecure && /^samesite\s*=\s*none$/i.test(attribute) ? 'SameSite=Lax' : attribute))
  return [
    isSecure ? pair : pair.replace(FOR_TLS, `${WITHOUT_TLS}$&`),
    ...kept,
    'Path=/',
    'HttpOnly',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
}

/** Names that browsers take over TLS alone; without it such a cookie bears another before them. */
const FOR_TLS = /^__(Host|Secure)-/
const WITHOUT_TLS = 'plain.'

/** Cookies of this origin by the names that the back end gave them. */
export function cookiesOfBackEnd(cookies: string): string {
  return cookies.replaceAll(/(^|; *)plain\.(?=__(?:Host|Secure)-)/g, '$1')
}

function nameOf(attribute: string): string {
  return (attribute.split('=')[0] ?? '').trim().toLowerCase()
}
