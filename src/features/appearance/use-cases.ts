import * as v from 'valibot'
import type { Store } from '#command-kit/context.ts'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'

const Theme = v.picklist(['system', 'light', 'dark'])

type Theme = v.InferOutput<typeof Theme>

const themes = userStorageAtom<Theme>('theme', Theme, 'system')

/** The login page has a theme too, before a user is known: the choice is this browser's. */
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

/** Shows the page in the theme chosen in this browser, now and whenever it changes. */
export function followTheme(store: Pick<Store, 'get' | 'sub'>, { style }: Pick<HTMLElement, 'style'>): void {
  const apply = () => {
    style.colorScheme = COLOR_SCHEMES[store.get(themeAtom())]
  }
  apply()
  store.sub(themeAtom(), apply)
}
