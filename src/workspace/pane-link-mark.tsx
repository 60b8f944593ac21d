import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { paneLinkAtom } from '#workspace/pane-atoms.ts'
import styles from '#workspace/pane-header.module.css'
import type { PaneId } from '#workspace/panes.ts'

/** Says of two linked panes which leads and which follows. */
export function PaneLinkMark({ id }: { id: PaneId }) {
  const roleAtom = useMemo(
    () =>
      atom((get) => {
        const link = get(paneLinkAtom)
        if (link?.listId === id) return 'leads'
        return link?.followerId === id ? 'follows' : null
      }),
    [id],
  )
  const role = useAtomValue(roleAtom)
  if (role === null) return null
  return (
    <span
      className={styles['link']}
      title={role === 'leads' ? 'The pane beside shows the row under the cursor.' : 'Shows the row under the cursor.'}
    >
      {role}
    </span>
  )
}
