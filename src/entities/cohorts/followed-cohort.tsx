import { useAtomValue } from 'jotai'
import { Navigate, useLocation } from 'react-router-dom'
import { CommandButton } from '#command-kit/command-button.tsx'
import { CommandLink } from '#command-kit/command-link.tsx'
import { historyInfo } from '#contract/history.ts'
import { couldNotGetCohort } from '#domain/messages.ts'
import { resource, resourceFamily } from '#entities/server-state/resource.ts'
import { isOfferedAtom } from '#entities/session/session.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The present id of a replaced cohort; null if the server knows none. */
const presentCohortIdAtom = resourceFamily((cohortId: number) =>
  resource({
    endpoint: historyInfo,
    request: { kind: 'cohort', id: cohortId },
    key: ['present-cohort', cohortId],
    isNamed: cohortId > 0,
    absent: { value: null },
    read: ({ id }) => id,
    staleTime: 0,
  }),
)

/** Follows a replaced cohort to its new id; says of another that it is not there. */
export default function FollowedCohort({ id }: { id: string }) {
  const knowsHistory = useAtomValue(isOfferedAtom)(historyInfo)
  return knowsHistory && /^[1-9]\d{0,14}$/.test(id) ? <Followed id={id} /> : <Gone id={id} />
}

function Followed({ id }: { id: string }) {
  const { data: present, error } = useAtomValue(presentCohortIdAtom(Number(id)))
  const { pathname, search } = useLocation()
  if (present === undefined && error === null) return <Skeleton shape="page" />
  if (present === undefined || present === null || String(present) === id) return <Gone id={id} />
  const path = pathname.split('/').map((part) => (part === id ? String(present) : part))
  return pathname === path.join('/') ? (
    <Gone id={id} present={present} />
  ) : (
    <Navigate replace to={`${path.join('/')}${search}`} />
  )
}

function Gone({ id, present }: { id: string; present?: number }) {
  return (
    <Notice
      title={couldNotGetCohort(id)}
      actions={
        <>
          {present === undefined ? (
            <CommandLink id="cohorts.show" args={{}} />
          ) : (
            <CommandLink id="cohort.show" args={{ cohortId: present }} />
          )}
          <CommandButton id="trash.open" args={{}} />
        </>
      }
    >
      {present === undefined ? 'It may have been deleted, or it belongs to another user.' : 'It was replaced.'}
    </Notice>
  )
}
