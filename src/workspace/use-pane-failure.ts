import { useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { showPaneFailureAtom } from '#workspace/pane-atoms.ts'
import { usePaneId } from '#workspace/pane-id.ts'

/** Shows a failure in the pane of a screen that has no better place for it. */
export function usePaneFailure(): (text: string) => void {
  const id = usePaneId()
  const show = useSetAtom(showPaneFailureAtom)
  return useCallback((text) => show(id, text), [id, show])
}
