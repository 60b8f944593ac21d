import { Dialog as Ark } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import { useContext, useRef, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import styles from '#ui/dialog.module.css'
import { DialogsShown } from '#ui/dialogs-shown.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  /** For dialogs whose content shows by itself what they are; the title is then read only. */
  isTitleHidden?: boolean
  /** An alert dialog interrupts: it is not closed by a click beside it. */
  role?: 'dialog' | 'alertdialog'
  /** What has the focus at first; else the first field to type in, or where there is none the first control. */
  initialFocus?: () => HTMLElement | null
  /** What has it afterwards; else what had it before. */
  finalFocus?: () => HTMLElement | null
  className?: string
  children: ReactNode
  /** Buttons at the end. */
  actions?: ReactNode
}

const FIELD = 'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=hidden])'

/** A modal dialog; the focus goes back to where it was when it closes. */
export function Dialog(props: DialogProps) {
  // Made when it opens, it is open from its first frame on; one that was there before takes several to get so far, and
  // what is typed meanwhile would go elsewhere.
  return props.isOpen ? <OpenDialog {...props} /> : null
}

function OpenDialog(props: DialogProps) {
  const { onClose, title, isTitleHidden = false, role = 'dialog', initialFocus, finalFocus, actions } = props
  // Out of sight it keeps what was typed in it, and neither the focus nor what it lies over.
  const isShown = useContext(DialogsShown)
  const content = useRef<HTMLDivElement>(null)
  return (
    <Ark.Root
      open={isShown}
      restoreFocus={isShown}
      onOpenChange={({ open }) => {
        if (!open) onClose()
      }}
      role={role}
      initialFocusEl={() => initialFocus?.() ?? content.current?.querySelector<HTMLElement>(FIELD) ?? null}
      {...(finalFocus && { finalFocusEl: finalFocus })}
    >
      <Portal>
        <Ark.Backdrop className={styles['backdrop']} />
        <Ark.Positioner className={styles['positioner']}>
          <Ark.Content ref={content} className={classNames(styles['content'], props.className)}>
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
