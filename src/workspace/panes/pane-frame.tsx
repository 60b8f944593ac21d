import { useAtomValue, useSetAtom, useStore } from 'jotai'
import {
  Suspense,
  lazy,
  useId,
  useRef,
  type MouseEvent,
  type ReactNode,
  memo,
  useMemo,
  useEffect,
  useLayoutEffect,
  type RefObject,
  Component,
} from 'react'
import { Router, createPath, type Navigator, type To } from 'react-router-dom'
import { useRegistry, PaneContext } from '#command-kit/hooks.ts'
import { UNEXPECTED_ERROR } from '#domain/messages.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { WorkspaceHistory } from '#workspace/history.ts'
import {
  focusedIdAtom,
  openingAtom,
  paneAtom,
  paneFailureAtom,
  paneNoticeAtom,
  pathOf,
  showPaneFailureAtom,
  paneIdsAtom,
  transitionAtom,
} from '#workspace/panes/pane-atoms.ts'
import { PaneHeader } from '#workspace/panes/pane-header.tsx'
import type { PaneId } from '#workspace/panes/panes.ts'
import { isLoadError, NOT_LOADED } from '#workspace/screen-loading.ts'
import { paneUrl } from '#workspace/url-codec.ts'
import { usePaneFocus, useEscapeFromFields } from '#workspace/use-pane-focus.ts'
import styles from '#workspace/panes/pane-frame.module.css'

interface PaneErrorBoundaryProps {
  /** A new URL resets the boundary. */
  url: string
  children: ReactNode
}

interface Failed {
  readonly error: Error | null
  readonly url: string
}

/** Limits a broken screen to its pane. */
export class PaneErrorBoundary extends Component<PaneErrorBoundaryProps, Failed> {
  override state: Failed = { error: null, url: this.props.url }

  static getDerivedStateFromError(error: unknown): Partial<Failed> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  static getDerivedStateFromProps({ url }: PaneErrorBoundaryProps, state: Failed): Partial<Failed> | null {
    return url === state.url ? null : { error: null, url }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    if (isLoadError(error)) {
      return (
        <Notice
          tone="error"
          title={NOT_LOADED}
          actions={
            <Button variant="primary" onClick={() => window.location.reload()}>
              Reload the page
            </Button>
          }
        >
          The connection may be slow or broken, or a newer version was installed. Your unsaved work is kept.
        </Notice>
      )
    }
    return (
      <Notice
        tone="error"
        title={UNEXPECTED_ERROR}
        actions={
          <>
            <Button onClick={() => this.setState({ error: null })}>Try again</Button>
            <Button variant="quiet" onClick={() => window.location.reload()}>
              Reload the page
            </Button>
          </>
        }
      >
        {error.message}
      </Notice>
    )
  }
}

const TakenChips = lazy(async () => ({ default: (await import('#workspace/panes/taken-chips.tsx')).TakenChips }))

interface PaneFrameProps {
  id: PaneId
  history: WorkspaceHistory
  routes: ReactNode
  /** A single pane has no focus indicator. */
  isOnly: boolean
}

/** One pane: header, scroll container, error boundary and screen. */
export function PaneFrame({ id, history, routes, isOnly }: PaneFrameProps) {
  const isFocused = useAtomValue(focusedIdAtom) === id
  const url = useAtomValue(paneAtom(id))?.url ?? '/'
  const frame = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const opening = useAtomValue(openingAtom(id))
  const headingId = useId()
  const registry = useRegistry()
  const { handleFocus } = usePaneFocus({ id, url, isFocused, frame, heading })
  const body = useScrollMemory<HTMLDivElement>(url)
  const { handleKeyDownCapture, handleKeyDown } = useEscapeFromFields(frame, heading)

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
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- delegated listeners
    <section
      ref={frame}
      className={styles['frame']}
      aria-labelledby={headingId}
      data-pane={id}
      data-focused={isOnly ? undefined : isFocused}
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be focusable */}
      <div ref={body} className={styles['body']} role="group" aria-labelledby={headingId} tabIndex={0}>
        <PaneNotice id={id} />
        {opening !== null && (
          <PaneContext value={id}>
            <Suspense>
              <TakenChips opening={opening} />
            </Suspense>
          </PaneContext>
        )}
        <PaneErrorBoundary url={url}>
          <Suspense fallback={<Skeleton />}>
            <PaneRouter id={id} history={history} routes={routes} />
          </Suspense>
        </PaneErrorBoundary>
      </div>
    </section>
  )
}

/**
 * The page that a click on a link with Alt or Shift opens beside; null for other clicks. In a list with selectable rows
 * Shift selects.
 */
function urlToOpenBeside(event: MouseEvent, isRoute: (url: string) => boolean): string | null {
  if (event.shiftKey === event.altKey || event.ctrlKey || event.metaKey || event.button !== 0) return null
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return null
  if (event.shiftKey && link.closest('[aria-multiselectable=true]') !== null) return null
  if (link.target === '_blank' || link.hasAttribute('download')) return null
  const url = paneUrl(`${link.pathname}${link.search}`)
  return url !== null && isRoute(url) ? url : null
}

/** The screen's warning, and the failure of the last command. */
function PaneNotice({ id }: { id: PaneId }) {
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

interface PaneRouterProps {
  id: PaneId
  history: WorkspaceHistory
  /** The routes; a stable element. */
  routes: ReactNode
}

/** Renders the screen of the pane's URL; memoised, so that other panes do not re-render it. */
const PaneRouter = memo(function PaneRouter({ id, history, routes }: PaneRouterProps) {
  const pane = useAtomValue(paneAtom(id))
  const navigator = useMemo(() => createPaneNavigator(id, history), [id, history])
  return (
    <PaneContext value={id}>
      <Router location={pane?.url ?? '/'} navigator={navigator} useTransitions={false}>
        {routes}
      </Router>
    </PaneContext>
  )
})

/** Maximum milliseconds to wait for content of sufficient height. */
const RESTORE_MILLISECONDS_MAX = 2_000

/** Scrolls a new page to the top, and restores the position after Back or Forward. */
function useScrollMemory<Scroller extends HTMLElement>(url: string): RefObject<Scroller | null> {
  const scroller = useRef<Scroller>(null)
  const store = useStore()
  const tops = useRef(new Map<string, number>())
  const path = url.replace(/\?.*/, '')
  const shownPath = useRef<string | null>(null)

  useEffect(() => {
    const element = scroller.current
    const remember = () => tops.current.set(path, element?.scrollTop ?? 0)
    element?.addEventListener('scroll', remember, { passive: true })
    return () => element?.removeEventListener('scroll', remember)
  }, [path])

  useLayoutEffect(() => {
    const element = scroller.current
    const isFirst = shownPath.current === null
    if (element === null || shownPath.current === path) return undefined
    shownPath.current = path
    const top = store.get(transitionAtom) === 'pop' && !isFirst ? (tops.current.get(path) ?? 0) : 0
    // Setting scrollTop would force a layout; a new element is at its top anyway.
    if (!isFirst) element.scrollTop = top
    if (top === 0) return undefined
    return retry(element, top)
  }, [store, path])

  // Moving a pane in the DOM resets its scroll position.
  const order = useAtomValue(paneIdsAtom)
  useLayoutEffect(() => {
    const element = scroller.current
    const top = tops.current.get(shownPath.current ?? '') ?? 0
    if (element !== null && order.length > 1 && top > 0 && element.scrollTop !== top) element.scrollTop = top
  }, [order])
  return scroller
}

function retry(element: HTMLElement, top: number): () => void {
  const observer = new ResizeObserver(() => {
    element.scrollTop = top
    if (element.scrollTop >= top) stop()
  })
  const timer = setTimeout(stop, RESTORE_MILLISECONDS_MAX)
  function stop(): void {
    observer.disconnect()
    clearTimeout(timer)
    for (const name of ['wheel', 'touchmove', 'keydown']) element.removeEventListener(name, stop)
  }
  for (const child of element.children) observer.observe(child)
  for (const name of ['wheel', 'touchmove', 'keydown']) element.addEventListener(name, stop, { passive: true })
  return stop
}

function textOf(to: To): string {
  return typeof to === 'string' ? to : createPath(to)
}

/** React Router's navigator for one pane. */
export function createPaneNavigator(id: PaneId, { dispatch, go }: WorkspaceHistory): Navigator {
  function navigate(to: To, replace: boolean): void {
    const url = paneUrl(textOf(to))
    if (url !== null) dispatch({ type: 'navigate', id, url, replace })
  }
  return {
    // The plain path: in another tab it shows this page only.
    createHref: textOf,
    go,
    push: (to) => navigate(to, false),
    replace: (to) => navigate(to, true),
  }
}
