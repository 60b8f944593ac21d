import { useRef, useState } from 'react'
import type { Failure, Result } from '#api/result.ts'

export interface Sending<Input, Value> {
  readonly isSending: boolean
  /** Why the last change was rejected; null from the next one on. */
  readonly failure: Failure | null
  readonly forgetFailure: () => void
  /** Resolves to the result, or to null if the change was rejected or another one is pending. */
  readonly send: (input: Input) => Promise<{ readonly value: Value } | null>
}

/** Sends one change at a time and keeps its error. */
export function useSending<Input, Value>(change: (input: Input) => Promise<Result<Value>>): Sending<Input, Value> {
  const isUnderWay = useRef(false)
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const send = async (input: Input) => {
    if (isUnderWay.current) return null
    isUnderWay.current = true
    setIsSending(true)
    setFailure(null)
    try {
      const result = await change(input)
      if (result.ok) return { value: result.value }
      setFailure(result)
      return null
    } finally {
      isUnderWay.current = false
      setIsSending(false)
    }
  }
  return { isSending, failure, forgetFailure: () => setFailure(null), send }
}
