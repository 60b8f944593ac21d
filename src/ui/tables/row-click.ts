import type { MouseEvent } from 'react'

export type RowClick = 'open' | 'open-beside' | 'toggle' | 'range'

/**
 * Interprets a click on a row: Ctrl or Cmd toggles, Shift selects a range, Alt opens beside. Without selection Shift
 * opens beside too. Null for a click on a control or for the browser.
 */
export function rowClickOf(event: MouseEvent, canSelect: boolean): RowClick | null {
  const control = event.target instanceof Element ? event.target.closest('a, button, input, label') : null
  if (event.ctrlKey || event.metaKey) return canSelect && control === null ? 'toggle' : null
  // With Shift, links leave the click to the row.
  if (event.shiftKey) return canSelect ? 'range' : control === null ? 'open-beside' : null
  if (control !== null) return null
  return event.altKey ? 'open-beside' : 'open'
}
