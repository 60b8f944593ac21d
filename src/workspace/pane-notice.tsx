import { useAtomValue } from 'jotai'
import { Notice } from '#ui/notice.tsx'
import { paneNoticeAtom } from '#workspace/pane-atoms.ts'
import type { PaneId } from '#workspace/panes.ts'

/** What a pane's screen warns of. */
export function PaneNotice({ id }: { id: PaneId }) {
  const text = useAtomValue(paneNoticeAtom(id))
  return text === '' ? null : <Notice tone="warning" title={text} />
}
