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

export function chooseTheme({ store }: Ports, theme: Theme): void {
  store.set(themeAtom(), theme)
}

export function isTheme({ store }: Ports, theme: Theme): boolean {
  return store.get(themeAtom()) === theme
}

/**
 * Applies the theme of this browser, now and after each change. By an attribute: the build writes the colours of both
 * schemes for browsers that know only those of a style sheet.
 */
export function followTheme(store: Pick<Store, 'get' | 'sub'>, { dataset }: Pick<HTMLElement, 'dataset'>): void {
  const apply = () => {
    dataset['theme'] = store.get(themeAtom())
  }
  apply()
  store.sub(themeAtom(), apply)
}
