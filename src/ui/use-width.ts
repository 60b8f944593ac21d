import { useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** The width of an element, followed; the given one before it is measured. */
export function useWidth<Box extends HTMLElement = HTMLElement>(before: number) {
  const box = useRef<Box>(null)
  const [width, setWidth] = useState(before)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    // Runs between layout and paint. Measuring at once would make a layout within the task that renders.
    const observer = new ResizeObserver(() => {
      const measured = Math.floor(element.getBoundingClientRect().width)
      if (measured > 0) flushSync(() => setWidth(measured))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { box, width }
}
