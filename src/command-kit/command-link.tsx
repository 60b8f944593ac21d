import { useId, type MouseEvent, type ReactNode } from 'react'
import { reasonOf, commandAttributes } from '#command-kit/availability.ts'
import { invocationOf } from '#command-kit/declaration.ts'
import { useCommandKeys, useCommandView, useRegistry, useRunCommand, useLinkAddress } from '#command-kit/hooks.ts'
import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'
import { buttonClass, type ButtonLook } from '#ui/button.tsx'

interface CommandLinkProps<Id extends CommandId> extends ButtonLook {
  /** A route command. */
  id: Id
  args: ArgumentsOf<Id>
  className?: string | undefined
  /** In a grid row: the grid has one tab stop (roving tabindex). */
  isInGrid?: boolean
  /** Sets aria-current. */
  isCurrent?: boolean
  /** In place of the command's help, for a link without visible text. */
  tooltip?: string | undefined
  children?: ReactNode
}

/**
 * A link to a command's page. A click opens it in the focused pane, with Alt or Shift beside it; modified clicks are
 * the browser's.
 */
export function CommandLink<Id extends CommandId>(props: CommandLinkProps<Id>) {
  const { id, args, variant, size, className, isCurrent = false, isInGrid = false, tooltip, children } = props
  const registry = useRegistry()
  const view = useCommandView(id, args)
  const run = useRunCommand('button')
  const reasonId = useId()
  const seqs = useCommandKeys(id)
  if (!view.isVisible) return null
  const reason = reasonOf(view.availability)

  const handleClick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    // In a list, Shift+click selects rows.
    if (isInGrid && event.shiftKey) return
    void run(invocationOf(id, args), event.shiftKey || event.altKey ? 'beside' : 'here')
  }

  const look = variant === undefined && size === undefined ? className : buttonClass({ variant, size }, className)
  const shared = {
    ...commandAttributes(id, registry.command(id), view, reasonId, seqs),
    ...(look !== undefined && { className: look }),
    ...(isInGrid && { tabIndex: -1 }),
    ...(isCurrent && { 'aria-current': 'page' as const }),
    ...(tooltip !== undefined && { 'data-tooltip': tooltip }),
  }
  const text = children ?? view.title
  if (reason === undefined) {
    return (
      <a {...shared} href={registry.hrefOf({ id, args })} onClick={handleClick}>
        {text}
      </a>
    )
  }
  // Without an href the element is not focusable by itself; users must be able to reach the reason.
  return (
    <>
      <span {...shared} role="link" tabIndex={0}>
        {text}
      </span>
      <span id={reasonId} hidden>
        {reason}
      </span>
    </>
  )
}

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
