import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import { constructDependants } from '#contract/dependants.ts'
import type { Construct } from '#contract/shapes/entities.ts'
import { DependantsList } from '#entities/dialogs/dependants-list.tsx'
import { useCall } from '#entities/server-state/resource.ts'
import { useSending, type Sending } from '#entities/server-state/saves.ts'
import { useServices } from '#entities/server-state/services.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { replaceCustomVariable, type ConstructRequest } from '#features/custom-variables/draft-request.ts'

interface Replacement {
  /** The result is the name. */
  readonly sending: Sending<ConstructRequest, string>
  readonly setShownFor: (request: string) => void
}

/** Sends a replacement. Only dependants that the user has seen are run again. */
export function useReplacement(edited: Construct): Replacement {
  const services = useServices()
  const [shownFor, setShownFor] = useState('')
  const sending = useSending((request: ConstructRequest) =>
    replaceCustomVariable(services, edited, request, shownFor === JSON.stringify(request)),
  )
  return { sending, setShownFor }
}

interface ConstructDependantsProps {
  edited: Construct
  request: ConstructRequest
  onShown: (request: string) => void
}

/** The objects that a replacement of a custom variable changes too; nothing without the capability. */
export function ConstructDependants(props: ConstructDependantsProps) {
  return useAtomValue(isOfferedAtom)(constructDependants) ? <Dependants {...props} /> : null
}

function Dependants({ edited: { constructId }, request, onShown }: ConstructDependantsProps) {
  const query = useCall({
    endpoint: constructDependants,
    request: { ...request, constructId },
    key: 'construct-dependants',
    // A deletion or a new object changes the list.
    staleTime: 0,
  })
  const shown = JSON.stringify(request)
  return <DependantsList query={query} onShown={useCallback(() => onShown(shown), [onShown, shown])} />
}
