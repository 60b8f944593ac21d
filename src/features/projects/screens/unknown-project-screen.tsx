import { CommandLink } from '#command-kit/command-link.tsx'
import { unableToGetProject } from '#domain/messages.ts'
import { Notice } from '#ui/notice.tsx'

export default function UnknownProjectScreen({ id }: { id: string }) {
  return (
    <Notice tone="error" title={unableToGetProject(id)} actions={<CommandLink id="projects.show" args={{}} />}>
      It may have been deleted, or it belongs to another user.
    </Notice>
  )
}
