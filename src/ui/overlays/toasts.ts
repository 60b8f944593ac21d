type Kind = 'success' | 'error'
type Show = (kind: Kind, text: string) => void

let show: Show | null = null
const waiting: (readonly [Kind, string])[] = []

/** Sets the function that shows toasts; queued toasts are shown first. */
export function showToastsBy(next: Show): void {
  show = next
  for (const [kind, text] of waiting.splice(0)) next(kind, text)
}

export function showSuccess(text: string): void {
  showSoon('success', text)
}

/** An equal text replaces the visible toast: several requests may fail for one reason. */
export function showError(text: string): void {
  showSoon('error', text)
}

/** Sonner loads after the first screen. */
function showSoon(kind: Kind, text: string): void {
  if (show === null) waiting.push([kind, text])
  else show(kind, text)
}
