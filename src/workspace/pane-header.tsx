import { memo, type RefObject } from 'react'
import { PaneLinkMark } from '#workspace/pane-link-mark.tsx'
import { PaneMenu } from '#workspace/pane-menu.tsx'
import { usePaneHeading } from '#workspace/pane-heading.ts'
import styles from '#workspace/pane-header.module.css'
import { PaneTrail } from '#workspace/pane-trail.tsx'
import type { PaneId } from '#workspace/panes.ts'

interface PaneHeaderProps {
  id: PaneId
  headingId: string
  heading: RefObject<HTMLHeadingElement | null>
}

/** A pane's title, where it stands, and its commands. */
export const PaneHeader = memo(function PaneHeader({ id, headingId, heading }: PaneHeaderProps) {
  const text = usePaneHeading(id)
  return (
    <header className={styles['header']}>
      <PaneTrail id={id} />
      <h1 ref={heading} id={headingId} className={styles['title']} tabIndex={-1}>
        {text}
      </h1>
      <PaneLinkMark id={id} />
      <PaneMenu />
    </header>
  )
})
