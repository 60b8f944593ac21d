import { useEffect, useState } from 'react'

/** The value, debounced. */
export function useDebounced<Value>(value: Value, milliseconds: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}

/** Debounce: skips intermediate states while a number is typed, yet seems immediate. */
export const LIVE_MILLISECONDS = 120

/** The debounced request; null in between, so that no outdated count is shown. */
export function useSettled<Request>(request: Request | null): Request | null {
  const text = useDebounced(JSON.stringify(request), LIVE_MILLISECONDS)
  return request !== null && text === JSON.stringify(request) ? request : null
}
