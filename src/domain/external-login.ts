/** Name of the meta element with the address of an external login page. */
export const EXTERNAL_LOGIN_META = 'external-login'

/** Placeholder of the return address in a login address. */
const RETURN = '{return}'

/**
 * The address of the external login with the return address. The login address names its own parameter with {return};
 * the default is return_to.
 */
export function externalLoginAddress(login: string, here: string): string {
  const back = encodeURIComponent(here)
  if (login.includes(RETURN)) return login.replaceAll(RETURN, back)
  const [address = '', ...fragment] = login.split('#')
  const withReturn = `${address}${address.includes('?') ? '&' : '?'}return_to=${back}`
  return [withReturn, ...fragment].join('#')
}
