import type { Store } from '#command-kit/context.ts'
import { themeAtom, type Theme } from '#features/appearance/state.ts'

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
