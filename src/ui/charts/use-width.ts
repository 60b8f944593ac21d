import { useLayoutEffect, useRef, useState } from 'react'

/** The width of an element, followed; until it is measured, the given one. */
export function useWidth(usual: number) {
  const box = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(usual)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => {
      const measured = Math.floor(element.getBoundingClientRect().width)
      if (measured > 0) setWidth(measured)
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { box, width }
}
