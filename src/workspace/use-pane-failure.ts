import { useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { showPaneFailureAtom, usePaneId } from '#workspace/panes/pane-atoms.ts'

/** Shows a failure at the top of the pane, for screens without a better place. */
export function usePaneFailure(): (text: string) => void {
  const id = usePaneId()
  const show = useSetAtom(showPaneFailureAtom)
  return useCallback((text) => show(id, text), [id, show])
}
