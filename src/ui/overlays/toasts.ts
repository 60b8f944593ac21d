import { toast } from 'sonner'

/** An action that a toast offers while it is shown. */
export interface ToastAction {
  readonly label: string
  readonly run: () => void
  readonly milliseconds: number
}

export function showSuccess(text: string, action?: ToastAction): void {
  if (!action) return void toast.success(text)
  const { label, run: onClick, milliseconds } = action
  toast.success(text, { action: { label, onClick }, duration: milliseconds })
}

/**
 * An equal text replaces the visible toast: several requests may fail alike. Of several that fail for one reason, the
 * first is shown.
 */
export function showError(text: string, reason?: string): void {
  const id = reason ?? text
  if (reason !== undefined && toast.getToasts().some((shown) => shown.id === id)) return
  toast.error(text, { id })
}
