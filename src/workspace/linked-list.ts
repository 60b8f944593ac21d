import { useEffect, useRef } from 'react'
import { useCommandContext } from '#command-kit/hooks.ts'
import { usePaneId } from '#workspace/pane-id.ts'

/** A cursor on its way past a row shows nothing. */
const PATIENCE = 80

/**
 * Shows the row under a list's cursor in the pane that follows the list, where one does. Gives what links the pane
 * beside, or lets it go.
 */
export function useLinkedList(url: string | null): () => void {
  const { workspace } = useCommandContext()
  const listId = usePaneId()
  const shown = useRef(url)
  useEffect(() => {
    if (url === null || url === shown.current) return undefined
    const timer = setTimeout(() => {
      shown.current = url
      workspace.follow(listId, url)
    }, PATIENCE)
    return () => clearTimeout(timer)
  }, [workspace, listId, url])
  return () => {
    if (url !== null) workspace.link(url)
  }
}
