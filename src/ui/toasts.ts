type Kind = 'success' | 'error'
type Show = (kind: Kind, text: string) => void

let show: Show | null = null
const waiting: (readonly [Kind, string])[] = []

/** Shows toasts by this function from now on, those that came before it first. */
export function showToastsBy(next: Show): void {
  show = next
  for (const [kind, text] of waiting.splice(0)) next(kind, text)
}

export function showSuccess(text: string): void {
  showSoon('success', text)
}

/** An equal text replaces the toast that is shown: several calls may fail for one reason. */
export function showError(text: string): void {
  showSoon('error', text)
}

/** The library that shows them is loaded after the first screen. */
function showSoon(kind: Kind, text: string): void {
  if (show === null) waiting.push([kind, text])
  else show(kind, text)
}
