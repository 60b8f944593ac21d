import type * as Sonner from 'sonner'

/** An action that a toast offers while it is shown. */
export interface ToastAction {
  readonly label: string
  readonly run: () => void
  readonly milliseconds: number
}

type Toast = typeof Sonner.toast

const { promise: toasterShown, resolve: toasterIsShown } = withResolver()

export { toasterIsShown }

/** Runs once the region of toasts is there: it and its library are loaded after the first screen. */
async function withToaster(show: (toast: Toast) => void): Promise<void> {
  await toasterShown
  const { toast } = await import('sonner')
  show(toast)
}

export function showSuccess(text: string, action?: ToastAction): void {
  void withToaster((toast) => {
    if (!action) return void toast.success(text)
    const { label, run: onClick, milliseconds } = action
    toast.success(text, { action: { label, onClick }, duration: milliseconds })
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
