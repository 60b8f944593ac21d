/** An open dialog keeps the focus. */
const OPEN_DIALOG = '[aria-modal="true"]'

/**
 * Moves the focus in the next frame, or after the last dialog closes, so that typing stays in the dialog. Returns the
 * function that cancels it.
 */
export function afterDialogs(work: () => void): () => void {
  const request = requestAnimationFrame(attempt)
  // Dialogs are appended to the body. Immediately on removal: a dialog restores the focus some tasks later, and only if
  // it is unclaimed.
  const dialogs = new MutationObserver(attempt)
  function attempt() {
    if (document.querySelector(OPEN_DIALOG) !== null) {
      dialogs.observe(document.body, { childList: true })
      return
    }
    dialogs.disconnect()
    work()
  }
  return () => {
    cancelAnimationFrame(request)
    dialogs.disconnect()
  }
}
