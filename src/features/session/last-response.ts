const KEY = 'diver-last-answer'

/** The maximum delay before other tabs learn of a response. */
const WRITE_MILLISECONDS = 5_000

let own = 0

let written = 0

/** Records the time of a response for all tabs of this browser: they share the session. */
export function noteAnswer(): void {
  own = Date.now()
  if (own - written < WRITE_MILLISECONDS && own >= written) return
  written = own
  try {
    localStorage.setItem(KEY, String(own))
  } catch {
    // Without storage, each tab uses its own responses.
  }
}

/** The time of the last response in any tab of this browser. */
export function lastAnswer(): number {
  try {
    return Math.max(own, Number(localStorage.getItem(KEY)) || 0)
  } catch {
    return own
  }
}
