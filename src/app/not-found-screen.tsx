import { CommandLink } from '#command-kit/command-link.tsx'
import { PAGE_NOT_FOUND_TEXT } from '#domain/messages.ts'
import { Notice } from '#ui/notice.tsx'

export function NotFoundScreen() {
  return (
    <Notice
      title={PAGE_NOT_FOUND_TEXT}
      actions={
        <CommandLink id="dashboard.show" args={{}}>
          Back to the dashboard
        </CommandLink>
      }
    />
  )
}
