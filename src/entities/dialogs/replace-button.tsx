import { useState, type ReactNode } from 'react'
import type { Failure } from '#api/result.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import stack from '#ui/stack.module.css'

interface ReplaceButtonProps {
  kind: 'cohort' | 'custom variable'
  name: string
  /** Why the definition cannot be replaced yet; null if it can. */
  because: string | null
  isSending: boolean
  failure: Failure | null
  forgetFailure: () => void
  onReplace: () => Promise<void>
  /** The changes; only mounted while the dialog is open. */
  children: ReactNode
}

/** Replaces the definition of a saved object, once its changes are confirmed. */
export function ReplaceButton(props: ReplaceButtonProps) {
  const { kind, name, because, isSending, failure, forgetFailure, onReplace, children } = props
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    forgetFailure()
    setIsOpen(false)
  }
  return (
    <>
      <Button
        aria-disabled={because !== null}
        {...(because !== null && { 'data-tooltip': because, 'aria-description': because })}
        onClick={() => because === null && setIsOpen(true)}
      >
        Replace…
      </Button>
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
