import { useLayoutEffect, useRef, useState } from 'react'
import styles from '#workspace/lists/row-rename.module.css'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import RenameField from '#workspace/panes/rename-field.tsx'
import type { Renaming } from '#workspace/panes/rename.ts'

interface RowRenameProps {
  /** Of the row under the cursor; null if it has no name of the user's. */
  renaming: Renaming | null
  /** Called when the field is gone: the list takes the focus back. The new name is null without a change. */
  onClose: (before: string, name: string | null) => void
}

/** Handles the command Rename for the row under the cursor; loaded after the list. */
export default function RowRename({ renaming, onClose }: RowRenameProps) {
  const [edited, setEdited] = useState<Renaming | null>(null)
  const saved = useRef<string | null>(null)
  usePaneActions({
    'form.rename': {
      available: renaming !== null || { because: 'This row has no name of yours.' },
      run: () => setEdited(renaming),
    },
  })
  if (edited === null) return null
  const save = async (name: string) => {
    const failure = await edited.save(name)
    if (failure === null) saved.current = name
    return failure
  }
  const close = () => {
    setEdited(null)
    onClose(edited.name, saved.current)
    saved.current = null
  }
  return <FieldOverRow renaming={{ ...edited, save }} onClose={close} />
}

function FieldOverRow({ renaming, onClose }: { renaming: Renaming; onClose: () => void }) {
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
