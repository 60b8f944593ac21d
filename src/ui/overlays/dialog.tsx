import { Dialog as Ark } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import {
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEventHandler,
  type ReactNode,
} from 'react'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { DialogPage, DialogsShown } from '#ui/overlays/dialogs-shown.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from '#ui/overlays/dialog.module.css'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  isTitleHidden?: boolean
  /** Over the open list of a field, too. */
  isAbove?: boolean
  /** An alert dialog is not closed by a click outside. */
  role?: 'dialog' | 'alertdialog'
  /** The page changes, by a command of the palette; default: closes. */
  onPageChange?: () => void
  /** Initial focus; default: the first text field, else the primary button, else the first control. */
  initialFocus?: () => HTMLElement | null
  /** Focus after closing; default: the previously focused element. */
  finalFocus?: () => HTMLElement | null
  onKeyDown?: KeyboardEventHandler | undefined
  className?: string
  children: ReactNode
  actions?: ReactNode
}

const FIELD = 'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=hidden])'

function firstIn(dialog: HTMLElement | null): HTMLElement | null {
  return (
    dialog?.querySelector<HTMLElement>(FIELD) ??
    dialog?.querySelector<HTMLElement>('footer button[data-variant="primary"]') ??
    null
  )
}

/** A modal dialog; restores the focus when it closes. */
export function Dialog(props: DialogProps) {
  // Mounted when opened, so that it is open in its first frame. A mounted Ark UI dialog takes several frames, and
  // typing would go elsewhere.
  return props.isOpen ? <OpenDialog {...props} /> : null
}

/** The library begins to keep the focus a frame after it opens, and returns none to a dialog that is closed before. */
function restoreLostFocus(target: HTMLElement | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) target?.focus({ preventScroll: true })
  })
}

function OpenDialog(props: DialogProps) {
  const { onClose, title, isTitleHidden = false, isAbove = false, role = 'dialog' } = props
  const { initialFocus, finalFocus, actions } = props
  // A hidden dialog keeps its input, but neither focus nor backdrop.
  const isShown = useContext(DialogsShown)
  const content = useRef<HTMLDivElement>(null)
  const page = useContext(DialogPage)
  const [pageOfDialog] = useState(page)
  const leave = useEffectEvent(props.onPageChange ?? onClose)
  useEffect(() => {
    if (page !== pageOfDialog) leave()
  }, [page, pageOfDialog])
  const returnTo = useEffectEvent(() => finalFocus?.() ?? null)
  useEffect(() => () => restoreLostFocus(returnTo()), [])
  return (
    <Ark.Root
      open={isShown}
      restoreFocus={isShown}
      onOpenChange={({ open }) => {
        if (!open) onClose()
      }}
      role={role}
      initialFocusEl={() => initialFocus?.() ?? firstIn(content.current)}
      {...(finalFocus && { finalFocusEl: finalFocus })}
    >
      <Portal>
        <Ark.Backdrop className={styles['backdrop']} data-above={isAbove || undefined} />
        <Ark.Positioner className={styles['positioner']} data-above={isAbove || undefined}>
          <Ark.Content
            ref={content}
            className={classNames(styles['content'], props.className)}
            onKeyDown={props.onKeyDown}
          >
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
