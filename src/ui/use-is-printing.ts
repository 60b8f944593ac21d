import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows of a virtual list on paper; the paper says how many there are. */
export const PRINTED_ROWS_MAX = 500

/** Whether the page is being printed. Rendered before the browser lays out the paper. */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true))
    const end = () => setIsPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
