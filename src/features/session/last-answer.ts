import { SESSION_WARNING_SECONDS } from '#domain/limits.ts'

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

interface SessionTimes {
  /** How long it lasts without a call. */
  readonly idleSeconds: number
  /** Milliseconds since 1970: when the back end last answered, and when it ends whatever happens. */
  readonly answeredAt: number
  readonly endsAt: number
}

export interface SessionEnd {
  readonly secondsLeft: number
  /** Whether a call lets it go on. */
  readonly canStay: boolean
}

/** What to tell of a session that is about to end; null while there is time. */
export function sessionEnd({ idleSeconds, answeredAt, endsAt }: SessionTimes, now: number): SessionEnd | null {
  const idleEnd = answeredAt + idleSeconds * 1000
  const secondsLeft = Math.ceil((Math.min(idleEnd, endsAt) - now) / 1000)
  if (secondsLeft > Math.min(SESSION_WARNING_SECONDS, idleSeconds / 2)) return null
  return { secondsLeft: Math.max(0, secondsLeft), canStay: idleEnd < endsAt }
}
