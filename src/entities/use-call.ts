import { useQuery } from '@tanstack/react-query'
import { followingQuery, type FollowedCall } from '#entities/call-atoms.ts'
import type { Named } from '#contract/wire-names.ts'
import { useServices } from '#entities/services.ts'

interface CallQuery<Request, Answer> extends FollowedCall<Request, Answer> {
  /** Null sends nothing. */
  readonly request: NoInfer<Named<Request>> | null
}

/** The result of a request that a part of a screen makes for itself; of what a pane shows, see `callStateAtom`. */
export function useCall<Request, Answer>({ request, ...settings }: CallQuery<Request, Answer>) {
  const { call, queryClient } = useServices()
  return useQuery<Named<Answer>>(followingQuery(settings, request, call), queryClient)
}
