import { createContext, use } from 'react'
import type { PaneId } from '#workspace/panes.ts'

export const PaneIdContext = createContext<PaneId | null>(null)

/** The pane that a component stands in. */
export function usePaneId(): PaneId {
  const id = use(PaneIdContext)
  if (id === null) throw new Error('This part of a screen stands outside of any pane')
  return id
}
