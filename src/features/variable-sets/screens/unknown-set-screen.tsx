import { CommandLink } from '#command-kit/command-link.tsx'
import { couldNotGetCohort } from '#domain/messages.ts'
import { Notice } from '#ui/notice.tsx'

/** Spec section 2: the text wrongly says cohort, and keeps that wording. */
export default function UnknownSetScreen({ id }: { id: string }) {
  return (
    <Notice tone="error" title={couldNotGetCohort(id)} actions={<CommandLink id="variable-sets.show" args={{}} />}>
      It may have been deleted, or it belongs to another user.
    </Notice>
  )
}
