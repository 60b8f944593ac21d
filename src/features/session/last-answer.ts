const KEY = 'diver-last-answer'
/** How far behind what other tabs are told may lag. */
const WRITE_MILLISECONDS = 5_000

let own = 0
let written = 0

/** Notes that the back end answered just now, for the other tabs of this browser too: they share the session. */
export function noteAnswer(): void {
  own = Date.now()
  if (own - written < WRITE_MILLISECONDS && own >= written) return
  written = own
  try {
    localStorage.setItem(KEY, String(own))
  } catch {
    // Where nothing is kept, each tab goes by its own answers.
  }
}

/** When the back end last answered anybody in this browser. */
export function lastAnswer(): number {
  try {
    return Math.max(own, Number(localStorage.getItem(KEY)) || 0)
  } catch {
    return own
  }
}
