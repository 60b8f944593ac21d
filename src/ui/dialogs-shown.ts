import { createContext } from 'react'

/** Whether dialogs are shown. They lie above everything, also above what hides the rest: a login form. */
export const DialogsShown = createContext(true)
