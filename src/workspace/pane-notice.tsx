import { useAtomValue, useSetAtom } from 'jotai'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { paneAtom, paneFailureAtom, paneNoticeAtom, pathOf, showPaneFailureAtom } from '#workspace/pane-atoms.ts'
import styles from '#workspace/pane-frame.module.css'
import type { PaneId } from '#workspace/panes.ts'

/** What a pane's screen warns of, and why the last command failed in it. */
export function PaneNotice({ id }: { id: PaneId }) {
  const text = useAtomValue(paneNoticeAtom(id))
  const failure = useAtomValue(paneFailureAtom(id))
  const path = pathOf(useAtomValue(paneAtom(id))?.url)
  const showFailure = useSetAtom(showPaneFailureAtom)
  return (
    <div className={styles['notices']}>
      {text !== '' && <Notice tone="warning" title={text} />}
      {failure?.path === path && (
        <Notice
          tone="error"
          title={failure.text}
          actions={
            <Button size="small" onClick={() => showFailure(id, '')}>
              Dismiss
            </Button>
          }
        />
      )}
    </div>
  )
}
