import { use } from 'react'
import { PaneContext } from '#command-kit/hooks.ts'
import type { PaneId } from '#workspace/panes.ts'

export function usePaneId(): PaneId {
  const id = use(PaneContext)
  if (id === null) throw new Error('This component is outside of any pane')
  return id
}
