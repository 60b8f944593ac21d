import * as v from 'valibot'
import type { Store } from '#command-kit/context.ts'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'

const Theme = v.picklist(['system', 'light', 'dark'])

type Theme = v.InferOutput<typeof Theme>

const themes = userStorageAtom<Theme>('theme', Theme, 'system')

/** The theme is stored per browser: the login page needs it before a user is known. */
function themeAtom() {
  return themes('browser')
}

interface Ports {
  readonly store: Pick<Store, 'get' | 'set'>
}

const COLOR_SCHEMES: Readonly<Record<Theme, string>> = { system: 'light dark', light: 'light', dark: 'dark' }

export function chooseTheme({ store }: Ports, theme: Theme): void {
  store.set(themeAtom(), theme)
}

export function isTheme({ store }: Ports, theme: Theme): boolean {
  return store.get(themeAtom()) === theme
}

/** Applies the theme of this browser, now and after each change. */
export function followTheme(store: Pick<Store, 'get' | 'sub'>, { style }: Pick<HTMLElement, 'style'>): void {
  const apply = () => {
    style.colorScheme = COLOR_SCHEMES[store.get(themeAtom())]
  }
  apply()
  store.sub(themeAtom(), apply)
}
