import { hashKey } from '@tanstack/react-query'
import { useAtomValue, useSetAtom, type Atom, type PrimitiveAtom } from 'jotai'
import { useLayoutEffect } from 'react'
import type { CallState, FollowedResult } from '#entities/call-atoms.ts'

/** The result of a request that a screen makes from what a user edits; it is written to the pane's atom for others to read. */
export function useFollowed<Request, Answer, Sent extends Request>(
  requestAtom: PrimitiveAtom<Sent | null>,
  stateAtom: Atom<CallState<Request, Answer>>,
  request: Sent | null,
): FollowedResult<Answer> {
  const setRequest = useSetAtom(requestAtom)
  const state = useAtomValue(stateAtom)
  const isWritten = hashKey([state.request]) === hashKey([request])
  useLayoutEffect(() => {
    if (!isWritten) setRequest(() => request)
  })
  // Until the request is written, the data are those of the one before.
  return isWritten ? state.result : { ...state.result, isPlaceholderData: true, isError: false, error: null }
}
