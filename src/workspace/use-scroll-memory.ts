import { useAtomValue, useStore } from 'jotai'
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { paneIdsAtom, transitionAtom } from '#workspace/pane-atoms.ts'

/** How long content that is still on its way may take to be tall enough. */
const PATIENCE = 2_000

/** Starts a new page at its top, and one come back to by Back or Forward where it was left. */
export function useScrollMemory<Scroller extends HTMLElement>(url: string): RefObject<Scroller | null> {
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
    // What is new stands at its top; to set that too would have it laid out at once.
    if (!isFirst) element.scrollTop = top
    if (top === 0) return undefined
    return keepTrying(element, top)
  }, [store, path])

  // A pane that changes its place loses where it was scrolled to.
  const order = useAtomValue(paneIdsAtom)
  useLayoutEffect(() => {
    const element = scroller.current
    const top = tops.current.get(shownPath.current ?? '') ?? 0
    if (element !== null && order.length > 1 && top > 0 && element.scrollTop !== top) element.scrollTop = top
  }, [order])
  return scroller
}

function keepTrying(element: HTMLElement, top: number): () => void {
  const observer = new ResizeObserver(() => {
    element.scrollTop = top
    if (element.scrollTop >= top) stop()
  })
  const timer = setTimeout(stop, PATIENCE)
  function stop(): void {
    observer.disconnect()
    clearTimeout(timer)
    for (const name of ['wheel', 'touchmove', 'keydown']) element.removeEventListener(name, stop)
  }
  for (const child of element.children) observer.observe(child)
  for (const name of ['wheel', 'touchmove', 'keydown']) element.addEventListener(name, stop, { passive: true })
  return stop
}
