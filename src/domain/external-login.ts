/** The name of the page's meta element that says where one logs in instead of at the page's own form. */
export const EXTERNAL_LOGIN_META = 'external-login'

/** Stands in an address of a login for where to come back to. */
const RETURN = '{return}'

/**
 * Where to log in so that one comes back here. Most login pages take the way back under a name of their own, which the
 * address then says; else it goes as return_to.
 */
export function externalLoginAddress(login: string, here: string): string {
  const back = encodeURIComponent(here)
  if (login.includes(RETURN)) return login.replaceAll(RETURN, back)
  const [address = '', ...fragment] = login.split('#')
  const withReturn = `${address}${address.includes('?') ? '&' : '?'}return_to=${back}`
  return [withReturn, ...fragment].join('#')
}
