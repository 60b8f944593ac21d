import type { ReactNode } from 'react'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import type { CommandId } from '#commands/signatures.ts'
import { Popup } from '#ui/overlays/popup.tsx'
import popup from '#ui/overlays/popup.module.css'

interface CommandMenuProps {
  label: string
  sign: ReactNode
  ids: readonly CommandId[]
}

/** A menu of commands with their keys. */
export function CommandMenu({ label, sign, ids }: CommandMenuProps) {
  return (
    <Popup label={label} sign={sign}>
      {(close) =>
        ids.map((id) => (
          <div key={id} className={popup['entry']}>
            <CommandButton id={id} args={{}} variant="quiet" className={popup['command'] ?? ''} onDone={close} />
            <CommandKeys id={id} />
          </div>
        ))
      }
    </Popup>
  )
}
