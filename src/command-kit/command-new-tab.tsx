import { useId, type ReactNode } from 'react'
import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'
import { commandAttributes } from '#command-kit/availability.ts'
import { useCommandKeys, useCommandView, useLinkAddress, useRegistry } from '#command-kit/hooks.ts'
import { buttonClass, type ButtonLook } from '#ui/button.tsx'

interface CommandNewTabProps<Id extends CommandId> extends ButtonLook {
  /** A link command, which opens another document. */
  id: Id
  args: ArgumentsOf<Id>
  className?: string
  onClick?: () => void
  isInGrid?: boolean
  /** Accessible name, if the title alone is ambiguous. */
  label?: string
  children?: ReactNode
}

/** A link that opens a new browser tab. */
export function CommandNewTab<Id extends CommandId>(props: CommandNewTabProps<Id>) {
  const { id, args, variant, size, className, onClick, isInGrid = false, label, children } = props
  const command = useRegistry().command(id)
  const view = useCommandView(id, args)
  const address = useLinkAddress(id, args)
  const reasonId = useId()
  const seqs = useCommandKeys(id)
  if (!view.isVisible) return null
  return (
    <a
      {...commandAttributes(id, command, view, reasonId, seqs)}
      className={buttonClass({ variant, size }, className)}
      href={address}
      target="_blank"
      rel="noreferrer"
      onClick={onClick}
      {...(isInGrid && { tabIndex: -1 })}
      {...(label !== undefined && { 'aria-label': label })}
    >
      {children ?? view.title}
    </a>
  )
}
