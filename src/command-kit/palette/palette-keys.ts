export interface ListKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** The cursor's new index for a key; undefined for other keys. */
export function moveCursor(event: ListKey, active: number, count: number, page: number): number | undefined {
  if (count === 0 || event.altKey) return undefined
  const last = count - 1
  const toEnds = event.ctrlKey || event.metaKey
  switch (event.key) {
    case 'ArrowDown':
      return event.metaKey ? last : Math.min(active + 1, last)
    case 'ArrowUp':
      return event.metaKey ? 0 : Math.max(active - 1, 0)
    case 'PageDown':
      return Math.min(active + page, last)
    case 'PageUp':
      return Math.max(active - page, 0)
    // Without Ctrl they move the text cursor.
    case 'Home':
      return toEnds ? 0 : undefined
    case 'End':
      return toEnds ? last : undefined
    default:
      return undefined
  }
}
