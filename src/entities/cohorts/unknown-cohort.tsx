import { useAtomValue } from 'jotai'
import { Navigate, useLocation } from 'react-router-dom'
import { CommandLink } from '#command-kit/command-link.tsx'
import { couldNotGetCohort } from '#domain/messages.ts'
import { movedCohortsAtom } from '#entities/cohorts/moved-cohorts.ts'
import { Notice } from '#ui/notice.tsx'

/** A cohort that is not there; one that was saved again is followed to its new id. */
export function UnknownCohort({ id }: { id: string }) {
  const present = useAtomValue(movedCohortsAtom).get(Number(id))
  const { pathname, search } = useLocation()
  if (present !== undefined) {
    const path = pathname.replace(new RegExp(String.raw`^/cohorts/${id}(?=/|$)`), `/cohorts/${present}`)
    if (path !== pathname) return <Navigate replace to={`${path}${search}`} />
  }
  return (
    <Notice tone="error" title={couldNotGetCohort(id)} actions={<CommandLink id="cohorts.show" args={{}} />}>
      It may have been deleted, or it belongs to another user.
    </Notice>
  )
}
