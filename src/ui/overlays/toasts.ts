import type * as Sonner from 'sonner'

/** An action that a toast offers while it is shown. */
export interface ToastAction {
  readonly label: string
  readonly run: () => void
  readonly milliseconds: number
}

type Toast = typeof Sonner.toast

/** The action of the newest toast that is still shown. */
let offered: (() => void) | null = null

/** Runs the action of the newest toast, as its button does; null if no toast is shown that has one. */
export function offeredAction(): (() => void) | null {
  return offered
}

const { promise: toasterShown, resolve: toasterIsShown } = withResolver()

export { toasterIsShown }

/** Runs once the region of toasts is there: it and its library are loaded after the first screen. */
async function withToaster(show: (toast: Toast) => void): Promise<void> {
  await toasterShown
  const { toast } = await import('sonner')
  show(toast)
}

/** With an id, it takes the place of the shown toast of that id. */
export function showSuccess(text: string, action?: ToastAction, placeId?: string): void {
  void withToaster((toast) => {
    if (!action) return void toast.success(text)
    const { label, run, milliseconds } = action
    const withdraw = () => {
      if (offered === take) offered = null
    }
    const onClick = () => {
      withdraw()
      run()
    }
    const id = toast.success(text, {
      ...(placeId !== undefined && { id: placeId }),
      action: { label, onClick },
      duration: milliseconds,
      onAutoClose: withdraw,
      onDismiss: withdraw,
    })
    const take = () => {
      onClick()
      toast.dismiss(id)
    }
    offered = take
  })
}

/**
 * An equal text replaces the visible toast: several requests may fail alike. Of several that fail for one reason, the
 * first is shown.
 */
export function showError(text: string, reason?: string): void {
  const id = reason ?? text
  void withToaster((toast) => {
    if (reason !== undefined && toast.getToasts().some((shown) => shown.id === id)) return
    toast.error(text, { id })
  })
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => undefined as void
  const promise = new Promise<void>((resolved) => {
    resolve = resolved
  })
  return { promise, resolve }
}
