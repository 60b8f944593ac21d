import { SESSION_WARNING_SECONDS } from '#domain/limits.ts'

export interface SessionTimes {
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
