import { createContext } from 'react'

/** The pane of a button or link, whichever pane has the focus. Null outside panes. */
export const PaneContext = createContext<string | null>(null)
