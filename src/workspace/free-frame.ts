/** A dialog keeps the keyboard for as long as it is open. */
const OPEN_DIALOG = '[aria-modal="true"]'

/**
 * Does with the next frame what moves the keyboard; where a dialog was opened meanwhile, after that is closed, so that
 * what is typed into it stays its own. Gives what calls it off.
 */
export function inFreeFrame(work: () => void): () => void {
  const request = requestAnimationFrame(attempt)
  // Dialogs are put at the end of the page, and taken away from there. At once: what a dialog gives the keyboard back
  // to, some tasks later, is only asked for where nobody else has taken it.
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
