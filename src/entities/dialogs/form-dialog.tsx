import type { ComponentProps } from 'react'
import { Dialog } from '#ui/overlays/dialog.tsx'
import styles from '#entities/dialogs/form-dialog.module.css'

interface FormDialogProps extends ComponentProps<typeof Dialog> {
  onSubmit: () => Promise<void>
}

/** A dialog that is a form: Enter in a field submits it. */
export function FormDialog({ onSubmit, children, ...dialog }: FormDialogProps) {
  return (
    <Dialog {...dialog}>
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
