/** A dialog keeps the keyboard for as long as it is open. */
const OPEN_DIALOG = '[aria-modal="true"]'

/**
 * Does with the next frame what moves the keyboard; where a dialog was opened meanwhile, after that is closed, so that
 * what is typed into it stays its own. Gives what calls it off.
 */
export function inFreeFrame(work: () => void): () => void {
  let request = requestAnimationFrame(attempt)
  // Dialogs are put at the end of the page, and taken away from there.
  const dialogs = new MutationObserver(() => {
    cancelAnimationFrame(request)
    request = requestAnimationFrame(attempt)
  })
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
