import { useId, useState, type ReactNode } from 'react'
import { reasonOf, commandAttributes } from '#command-kit/availability.ts'
import { invocationOf } from '#command-kit/declaration.ts'
import { useCommandKeys, useCommandView, useRegistry, useRunCommand } from '#command-kit/hooks.ts'
import type { ArgumentsOf, CommandId } from '#commands/signatures.ts'
import { Button, type ButtonLook } from '#ui/button.tsx'
import { KeyHint } from '#ui/key-hint.tsx'

interface CommandButtonProps<Id extends CommandId> extends ButtonLook {
  id: Id
  /** The palette asks for missing arguments. */
  args: Partial<ArgumentsOf<Id>>
  /** Called on success only. */
  onDone?: () => void
  className?: string
  isInGrid?: boolean
  /** For a toggle command. */
  isPressed?: boolean
  /** Accessible name of an icon button. */
  label?: string
  children?: ReactNode
}

/** A button that runs a command; name, tooltip and availability come from its declaration. */
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

/** The first key of a command, if any. */
export function CommandKeys({ id }: { id: CommandId }) {
  const [seq] = useCommandKeys(id)
  return seq === undefined ? null : <KeyHint seq={seq} />
}
