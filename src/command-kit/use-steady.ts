import { useState } from 'react'

/** The same value as long as it says the same, though it is made anew on each render. */
export function useSteady<Value>(value: Value): Value {
  const [kept, setKept] = useState(value)
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept
  setKept(value)
  return value
}
