import { SESSION_WARNING_SECONDS } from '#domain/limits.ts'

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
