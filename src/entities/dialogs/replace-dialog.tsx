import { useState, type ReactNode } from 'react'
import type { Failure } from '#api/result.ts'
import { CommandButton, CommandKeys } from '#command-kit/command-button.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { usePaneActions } from '#workspace/panes/pane-actions.ts'
import stack from '#ui/stack.module.css'

interface ReplaceDialogProps {
  kind: 'cohort' | 'custom variable'
  name: string
  /** Why the definition cannot be replaced yet; null if it can. */
  because: string | null
  /** Whether the definition differs from the saved one. */
  isChanged: boolean
  /** Focuses the field of that reason. */
  lead?: (() => void) | undefined
  isSending: boolean
  failure: Failure | null
  forgetFailure: () => void
  onReplace: () => Promise<void>
  /** The changes; only mounted while the dialog is open. */
  children: ReactNode
}

/** Save of an edited definition: replaces the saved object, once its changes are confirmed. Save as copy stands beside. */
export function ReplaceDialog(props: ReplaceDialogProps) {
  const { kind, name, isChanged, lead, isSending, failure, forgetFailure, onReplace, children } = props
  const because = props.because ?? (isChanged ? null : 'Nothing has changed.')
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    forgetFailure()
    setIsOpen(false)
  }
  usePaneActions({
    'form.save': {
      available: because === null || { because },
      run: () => setIsOpen(true),
      ...(lead && isChanged && { lead }),
    },
  })
  return (
    <>
      <CommandButton id="form.save-copy" args={{}} />
      <CommandKeys id="form.save-copy" />
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={`Replace “${name}”?`}
        actions={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" isBusy={isSending} onClick={() => void onReplace()}>
              Replace {kind}
            </Button>
          </>
        }
      >
        <div className={stack['section']}>
          {children}
          {failure && <Notice tone="error" title={failure.message} />}
        </div>
      </Dialog>
    </>
  )
}
