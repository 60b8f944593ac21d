import { useEffect, useRef } from 'react'
import { useCommandContext } from '#command-kit/hooks.ts'
import { usePaneId } from '#workspace/panes/pane-atoms.ts'

/** Milliseconds before a linked pane follows (debounce). */
const FOLLOW_DELAY = 80

/** Shows the list's active row in the linked pane, if any. Returns the function that links or unlinks the next pane. */
export function useLinkedList(url: string | null): () => void {
  const { workspace } = useCommandContext()
  const listId = usePaneId()
  const shown = useRef(url)
  useEffect(() => {
    if (url === null || url === shown.current) return undefined
    const timer = setTimeout(() => {
      shown.current = url
      workspace.follow(listId, url)
    }, FOLLOW_DELAY)
    return () => clearTimeout(timer)
  }, [workspace, listId, url])
  return () => {
    if (url !== null) workspace.link(url)
  }
}

/** Opens a URL of the product in a new browser tab; does nothing without a URL. */
export function openInTab(address: string | null): void {
  if (address !== null) window.open(address, '_blank', 'noopener')
}
