import { createContext } from 'react'

/** The pane that a button or a link stands in: it tells of its own, whichever pane has the focus. Null outside of panes. */
export const PaneContext = createContext<string | null>(null)
