import type { MouseEvent } from 'react'

/** What a click on a row of a list asks for. */
export type RowClick = 'open' | 'open-beside' | 'toggle' | 'range'

/**
 * Reads a click on a row: Ctrl or Cmd toggles its selection, Shift selects a range, Alt opens beside. Where rows cannot be
 * selected Shift opens beside too. Null where the click belongs to a control in the row or to the browser.
 */
export function rowClickOf(event: MouseEvent, canSelect: boolean): RowClick | null {
  const control = event.target instanceof Element ? event.target.closest('a, button, input, label') : null
  if (event.ctrlKey || event.metaKey) return canSelect && control === null ? 'toggle' : null
  // A link leaves a click with Shift to the row.
  if (event.shiftKey) return canSelect ? 'range' : control === null ? 'open-beside' : null
  if (control !== null) return null
  return event.altKey ? 'open-beside' : 'open'
}
