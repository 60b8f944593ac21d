import { CommandLink } from '#command-kit/command-link.tsx'
import { couldNotGetCohort } from '#domain/messages.ts'
import { Notice } from '#ui/notice.tsx'
import { usePaneTitle } from '#workspace/pane-title.ts'

/** The notice for a cohort id that names none of the user's cohorts. */
export function UnknownCohort({ id }: { id: number | string }) {
  usePaneTitle('Cohort')
  return (
    <Notice tone="error" title={couldNotGetCohort(id)} actions={<CommandLink id="cohorts.show" args={{}} />}>
      It may have been deleted, or it is somebody else’s.
    </Notice>
  )
}
