import * as v from 'valibot'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'

const Theme = v.picklist(['system', 'light', 'dark'])
export type Theme = v.InferOutput<typeof Theme>

const themes = userStorageAtom<Theme>('theme', Theme, 'system')

/** The login page has a theme too, before a user is known: the choice is this browser's. */
export function themeAtom() {
  return themes('browser')
}
