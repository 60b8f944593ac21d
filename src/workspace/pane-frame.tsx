import { useAtomValue } from 'jotai'
import { Suspense, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { useRegistry } from '#command-kit/hooks.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { urlToOpenBeside } from '#workspace/beside-click.ts'
import type { WorkspaceHistory } from '#workspace/history.ts'
import { focusedIdAtom, paneAtom } from '#workspace/pane-atoms.ts'
import { PaneErrorBoundary } from '#workspace/pane-error-boundary.tsx'
import styles from '#workspace/pane-frame.module.css'
import { PaneHeader } from '#workspace/pane-header.tsx'
import { PaneNotice } from '#workspace/pane-notice.tsx'
import { PaneRouter } from '#workspace/pane-router.tsx'
import type { PaneId } from '#workspace/panes.ts'
import { usePaneFocus } from '#workspace/use-pane-focus.ts'
import { useWayOutOfFields } from '#workspace/use-way-out-of-fields.ts'
import { useScrollMemory } from '#workspace/use-scroll-memory.ts'

interface PaneFrameProps {
  id: PaneId
  history: WorkspaceHistory
  routes: ReactNode
  /** Alone there is nothing to tell it from. */
  isOnly: boolean
}

/** One pane: its header, its own scrolling, its own error boundary, and the screen of its address. */
export function PaneFrame({ id, history, routes, isOnly }: PaneFrameProps) {
  const isFocused = useAtomValue(focusedIdAtom) === id
  const url = useAtomValue(paneAtom(id))?.url ?? '/'
  const frame = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()
  const registry = useRegistry()
  const { handleFocus } = usePaneFocus({ id, url, isFocused, frame, heading })
  const body = useScrollMemory<HTMLDivElement>(url)
  const { handleKeyDownCapture, handleKeyDown } = useWayOutOfFields(frame, heading)

  const takeFocus = () => {
    if (!isFocused) history.dispatch({ type: 'focus', id })
  }
  const handleClick = (event: MouseEvent) => {
    takeFocus()
    const beside = urlToOpenBeside(event, registry.isRoute)
    if (beside === null) return
    event.preventDefault()
    event.stopPropagation()
    history.dispatch({ type: 'open', url: beside, where: 'beside' })
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- listens to what happens in it
    <section
      ref={frame}
      className={styles['frame']}
      aria-labelledby={headingId}
      data-focused={isFocused && !isOnly}
      onPointerDownCapture={takeFocus}
      onFocusCapture={(event) => {
        takeFocus()
        handleFocus(event)
      }}
      onClickCapture={handleClick}
      onKeyDownCapture={handleKeyDownCapture}
      onKeyDown={handleKeyDown}
    >
      <PaneHeader id={id} headingId={headingId} heading={heading} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be in reach of the keyboard */}
      <div ref={body} className={styles['body']} role="group" aria-labelledby={headingId} tabIndex={0}>
        <PaneNotice id={id} />
        <PaneErrorBoundary url={url}>
          <Suspense fallback={<Skeleton />}>
            <PaneRouter id={id} history={history} routes={routes} />
          </Suspense>
        </PaneErrorBoundary>
      </div>
    </section>
  )
}
