import styles from '#ui/tables/select-box.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

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
