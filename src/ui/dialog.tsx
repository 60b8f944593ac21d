import { Dialog as Ark } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import styles from '#ui/dialog.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  /** For dialogs whose content shows by itself what they are; the title is then read only. */
  isTitleHidden?: boolean
  /** An alert dialog interrupts: it is not closed by a click beside it. */
  role?: 'dialog' | 'alertdialog'
  /** What has the focus at first; else the first control. */
  initialFocus?: () => HTMLElement | null
  onEscape?: (event: KeyboardEvent) => void
  className?: string
  children: ReactNode
  /** Buttons at the end. */
  actions?: ReactNode
}

/** A modal dialog; the focus goes back to where it was when it closes. */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, isTitleHidden = false, role = 'dialog', initialFocus, onEscape, actions } = props
  return (
    <Ark.Root
      open={isOpen}
      onOpenChange={({ open }) => {
        if (!open) onClose()
      }}
      role={role}
      lazyMount
      unmountOnExit
      {...(initialFocus && { initialFocusEl: initialFocus })}
      {...(onEscape && { onEscapeKeyDown: onEscape })}
    >
      <Portal>
        <Ark.Backdrop className={styles['backdrop']} />
        <Ark.Positioner className={styles['positioner']}>
          <Ark.Content className={classNames(styles['content'], props.className)}>
            {isTitleHidden ? (
              <Ark.Title>
                <VisuallyHidden>{title}</VisuallyHidden>
              </Ark.Title>
            ) : (
              <header className={styles['header']}>
                <Ark.Title className={styles['title']}>{title}</Ark.Title>
                <Ark.CloseTrigger asChild>
                  <Button variant="quiet" size="small" aria-label="Close">
                    ✕
                  </Button>
                </Ark.CloseTrigger>
              </header>
            )}
            {props.children}
            {actions !== undefined && <footer className={styles['actions']}>{actions}</footer>}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}
