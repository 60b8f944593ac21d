import { CommandLink } from '#command-kit/command-link.tsx'
import { couldNotGetCohort } from '#domain/messages.ts'
import { Notice } from '#ui/notice.tsx'

export function UnknownCohort({ id }: { id: string }) {
  return (
    <Notice tone="error" title={couldNotGetCohort(id)} actions={<CommandLink id="cohorts.show" args={{}} />}>
      It may have been deleted, or it belongs to another user.
    </Notice>
  )
}
