import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { paneTitleAtom } from '#workspace/pane-atoms.ts'
import { usePaneId } from '#workspace/pane-id.ts'

/** Names the pane: its heading, its tab on a narrow screen, and the document's title while it has the focus. */
export function usePaneTitle(title: string): void {
  const setTitle = useSetAtom(paneTitleAtom(usePaneId()))
  useEffect(() => {
    setTitle(title)
    return () => setTitle('')
  }, [setTitle, title])
}
