const KEY = 'diver-last-answer'

/** The maximum delay before other tabs learn of a response. */
const WRITE_MILLISECONDS = 5_000

let lastHere = 0

let written = 0

/** Records the time of a response for all tabs of this browser: they share the session. */
export function noteAnswer(): void {
  lastHere = Date.now()
  if (lastHere - written < WRITE_MILLISECONDS && lastHere >= written) return
  written = lastHere
  try {
    localStorage.setItem(KEY, String(lastHere))
  } catch {
    // Without storage, each tab uses its own responses.
  }
}

/** The time of the last response in any tab of this browser. */
export function lastAnswer(): number {
  try {
    return Math.max(lastHere, Number(localStorage.getItem(KEY)) || 0)
  } catch {
    return lastHere
  }
}
