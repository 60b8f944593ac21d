import { atom } from 'jotai'
import { EXTERNAL_LOGIN_META } from '#domain/external-login.ts'

/** Where one logs in instead of at our own form; null where the form is ours. The app sets it before anything is shown. */
export const externalLoginAtom = atom<string | null>(null)

/** What the page says of it. */
export function readExternalLogin(): string | null {
  const said = document.querySelector<HTMLMetaElement>(`meta[name="${EXTERNAL_LOGIN_META}"]`)?.content ?? ''
  return /^https?:\/\//i.test(said) ? said : null
}
