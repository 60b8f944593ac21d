type Kind = 'success' | 'error'
/** What a toast offers to do, for so long. */
export interface ToastAction {
  readonly label: string
  readonly run: () => void
  readonly milliseconds: number
}

type Toast = readonly [kind: Kind, text: string, action?: ToastAction | undefined]
type Show = (...toast: Toast) => void

let show: Show | null = null
const waiting: Toast[] = []

/** Sets the function that shows toasts; queued toasts are shown first. */
export function showToastsBy(next: Show): void {
  show = next
  for (const toast of waiting.splice(0)) next(...toast)
}

export function showSuccess(text: string, action?: ToastAction): void {
  showSoon('success', text, action)
}

/** An equal text replaces the visible toast: several requests may fail for one reason. */
export function showError(text: string): void {
  showSoon('error', text)
}

/** Sonner loads after the first screen. */
function showSoon(...toast: Toast): void {
  if (show === null) waiting.push(toast)
  else show(...toast)
}
