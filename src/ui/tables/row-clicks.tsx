import type { MouseEvent } from 'react'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from '#ui/tables/row-clicks.module.css'

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

interface SelectBoxProps {
  isSelected: boolean
  onToggle: () => void
}

/** A checkbox for the pointer. Keyboard and screen readers use the row with aria-selected. */
export function SelectBox({ isSelected, onToggle }: SelectBoxProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- enlarges the click target
    <label className={styles['target']} aria-hidden="true">
      <input type="checkbox" tabIndex={-1} aria-label="Select row" checked={isSelected} onChange={onToggle} />
    </label>
  )
}

export function SelectHeader() {
  return (
    <th scope="col" className={styles['cell']}>
      <VisuallyHidden>Selected</VisuallyHidden>
    </th>
  )
}

export function SelectCell(props: SelectBoxProps) {
  return (
    <td className={styles['cell']}>
      <SelectBox {...props} />
    </td>
  )
}
