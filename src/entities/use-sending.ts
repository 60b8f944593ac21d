import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError } from '#api/api-error.ts'
import type { Failure, Result } from '#api/result.ts'
import { useServices } from '#entities/services.ts'

interface Sending<Input, Value> {
  readonly isSending: boolean
  /** Why the last change was refused; null from the next one on. */
  readonly failure: Failure | null
  readonly forgetFailure: () => void
  /** Resolves to the result, or to null where the change was refused or another one is still being sent. */
  readonly send: (input: Input) => Promise<{ readonly value: Value } | null>
}

/** Sends one change at a time, offline or not, and keeps why it was refused. */
export function useSending<Input, Value>(change: (input: Input) => Promise<Result<Value>>): Sending<Input, Value> {
  const { queryClient } = useServices()
  const isUnderWay = useRef(false)
  const mutation = useMutation<Value, Error, Input>(
    {
      networkMode: 'always',
      // What was typed does not outlive its form.
      gcTime: 0,
      mutationFn: async (input) => {
        const result = await change(input)
        if (!result.ok) throw new ApiError(result)
        return result.value
      },
    },
    queryClient,
  )
  const send = async (input: Input) => {
    if (isUnderWay.current) return null
    isUnderWay.current = true
    try {
      return { value: await mutation.mutateAsync(input) }
    } catch (error) {
      if (error instanceof ApiError) return null
      throw error
    } finally {
      isUnderWay.current = false
    }
  }
  return {
    isSending: mutation.isPending,
    failure: mutation.error instanceof ApiError ? mutation.error.failure : null,
    forgetFailure: mutation.reset,
    send,
  }
}
