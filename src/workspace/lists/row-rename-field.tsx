import { useLayoutEffect, useRef, useState } from 'react'
import RenameField from '#workspace/panes/rename-field.tsx'
import type { Renaming } from '#workspace/panes/rename.ts'
import styles from '#workspace/lists/row-rename-field.module.css'

interface RowRenameFieldProps {
  renaming: Renaming
  onClose: () => void
}

/** The field for the name, over the row under the cursor. */
export default function RowRenameField({ renaming, onClose }: RowRenameFieldProps) {
  const place = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const list = place.current?.parentElement
    const row = list?.querySelector('[role=grid], [role=treegrid]')?.querySelector('[tabindex="0"]')
    if (list && row) setTop(row.getBoundingClientRect().top - list.getBoundingClientRect().top)
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape of the field must not reach the list
    <div
      ref={place}
      className={styles['place']}
      style={{ insetBlockStart: top }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <RenameField renaming={renaming} onClose={onClose} />
    </div>
  )
}
