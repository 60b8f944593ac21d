import { useId, useState, type ReactNode } from 'react'
import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'
import { reasonOf } from '#command-kit/availability.ts'
import { commandAttributes } from '#command-kit/command-attributes.ts'
import { invocationOf } from '#command-kit/declaration.ts'
import { useCommandKeys, useCommandView, useRegistry, useRunCommand } from '#command-kit/hooks.ts'
import { Button, type ButtonLook } from '#ui/button.tsx'

interface CommandButtonProps<Id extends CommandId> extends ButtonLook {
  id: Id
  /** What is missing and the command asks for, the palette will ask. */
  args: Partial<ArgumentsOf<Id>>
  /** Called when the command has run, not when it failed or was refused. */
  onDone?: () => void
  className?: string
  /** In a row of a grid, which has one tab stop for all. */
  isInGrid?: boolean
  /** Of a command that turns something on and off. */
  isPressed?: boolean
  /** The accessible name where the content is a sign. */
  label?: string
  /** The command's title if left out. */
  children?: ReactNode
}

/** A button that is a command: named, explained, on or off and run as its declaration says. */
export function CommandButton<Id extends CommandId>(props: CommandButtonProps<Id>) {
  const { id, args, variant, size, onDone, className, label, isInGrid = false, isPressed, children } = props
  const command = useRegistry().command(id)
  const view = useCommandView(id, args)
  const run = useRunCommand('button')
  const reasonId = useId()
  const seqs = useCommandKeys(id)
  const [isRunning, setIsRunning] = useState(false)
  if (!view.isVisible) return null
  const reason = reasonOf(view.availability)

  const handleClick = async () => {
    if (reason !== undefined) return
    setIsRunning(true)
    const outcome = await run(invocationOf(id, args))
    setIsRunning(false)
    if (outcome === 'ran') onDone?.()
  }

  return (
    <>
      <Button
        variant={variant}
        size={size}
        isBusy={isRunning}
        onClick={() => void handleClick()}
        {...(className !== undefined && { className })}
        {...(isInGrid && { tabIndex: -1 })}
        {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
        {...(label !== undefined && { 'aria-label': label })}
        {...commandAttributes(id, command, view, reasonId, seqs)}
      >
        {children ?? view.title}
      </Button>
      {reason !== undefined && (
        <span id={reasonId} hidden>
          {reason}
        </span>
      )}
    </>
  )
}
