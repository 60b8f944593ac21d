import type { ReactNode } from 'react'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import type { CommandId } from '#commands/signatures.ts'
import { Popup } from '#ui/overlays/popup.tsx'
import popup from '#ui/overlays/popup.module.css'

interface CommandMenuProps {
  label: string
  sign: ReactNode
  isFramed?: boolean
  /** With when to use it, or with its keys. */
  ids: readonly (CommandId | readonly [id: CommandId, use: string])[]
}

/** A menu of commands. */
export function CommandMenu({ label, sign, isFramed = false, ids }: CommandMenuProps) {
  return (
    <Popup label={label} sign={sign} isFramed={isFramed}>
      {(close) =>
        ids.map((entry) => {
          const [id, use] = typeof entry === 'string' ? [entry] : entry
          return (
            <div key={id} className={popup[use === undefined ? 'entry' : 'way']}>
              <CommandButton id={id} args={{}} variant="quiet" className={popup['command'] ?? ''} onDone={close} />
              {use === undefined ? <CommandKeys id={id} /> : <span>{use}</span>}
            </div>
          )
        })
      }
    </Popup>
  )
}
