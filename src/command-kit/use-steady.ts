import { useState } from 'react'

/** The previous value while the new one is deeply equal. */
export function useStableValue<Value>(value: Value): Value {
  const [kept, setKept] = useState(value)
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept
  setKept(value)
  return value
}
