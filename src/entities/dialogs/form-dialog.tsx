import type { ComponentProps, KeyboardEvent } from 'react'
import { useCommandKeys } from '#command-kit/hooks.ts'
import { strokeOf } from '#command-kit/keys/handle-key.ts'
import { parseSequence } from '#command-kit/keys/stroke.ts'
import { isApple } from '#ui/key-names.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import styles from '#entities/dialogs/form-dialog.module.css'

interface FormDialogProps extends ComponentProps<typeof Dialog> {
  onSubmit: () => Promise<void>
}

/** A dialog that is a form: Enter in a field submits it, and the key of Save from anywhere, unless it is an alert. */
export function FormDialog({ onSubmit, children, ...dialog }: FormDialogProps) {
  const saveKeys = useCommandKeys('form.save')
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.repeat) return
    const stroke = strokeOf(event.nativeEvent, isApple())
    if (!saveKeys.some((seq) => parseSequence(seq).join(' ') === stroke)) return
    event.preventDefault()
    void onSubmit()
  }
  return (
    <Dialog {...dialog} {...(dialog.role !== 'alertdialog' && { onKeyDown: handleKeyDown })}>
      <form
        className={styles['body']}
        onSubmit={(event) => {
          event.preventDefault()
          void onSubmit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
