import { useEffect, useState, type RefObject } from 'react'

/** Whether an element holds more than it shows across, so that it scrolls and must be in reach of the keyboard. */
export function useOverflows(element: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const { current } = element
    if (!current) return undefined
    const observer = new ResizeObserver(() => setOverflows(current.scrollWidth > current.clientWidth + 1))
    observer.observe(current)
    if (current.firstElementChild) observer.observe(current.firstElementChild)
    return () => observer.disconnect()
  }, [element])
  return overflows
}
