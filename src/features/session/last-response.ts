import { SESSION_WARNING_SECONDS } from '#domain/limits.ts'

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

interface SessionTimes {
  /** The idle timeout. */
  readonly idleSeconds: number
  /** Milliseconds since 1970: the last response, and the end of the session regardless of use. */
  readonly answeredAt: number
  readonly endsAt: number
}

export interface SessionEnd {
  readonly secondsLeft: number
  /** Whether a request would extend it. */
  readonly canStay: boolean
}

/** The warning of a session about to end; null while there is time. */
export function sessionEnd({ idleSeconds, answeredAt, endsAt }: SessionTimes, now: number): SessionEnd | null {
  const idleEnd = answeredAt + idleSeconds * 1000
  const secondsLeft = Math.ceil((Math.min(idleEnd, endsAt) - now) / 1000)
  if (secondsLeft > Math.min(SESSION_WARNING_SECONDS, idleSeconds / 2)) return null
  return { secondsLeft: Math.max(0, secondsLeft), canStay: idleEnd < endsAt }
}
