import { createContext } from 'react'

/** False hides all dialogs: they are above everything, including a login form. */
export const DialogsShown = createContext(true)

/** The page on which dialogs open; a dialog closes when it changes. */
export const DialogPage = createContext('')
