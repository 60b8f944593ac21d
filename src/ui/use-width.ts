import { useLayoutEffect, useRef, useState } from 'react'

/** The width of an element, followed; the given one before it is measured. */
export function useWidth(before: number) {
  const box = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(before)
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
