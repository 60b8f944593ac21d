import { Refusal } from '#server/platform/http/refusal.ts'

/** How long a call may take. */
export interface TimeLimit {
  /** Aborts when the call has taken too long; its reason is what the caller is told. */
  readonly signal: AbortSignal
  /** Takes the limit away: a file is sent for as long as it is read, and one that is received comes as slowly as it may. */
  readonly lift: () => void
}

/**
 * Ends a call after so many milliseconds: it is answered at once, and the statements that heed the signal end. What
 * others wait for too goes on.
 */
export async function withinLimit<Result>(
  milliseconds: number,
  work: (limit: TimeLimit) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const { signal } = controller
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  const end = () => controller.abort(new Refusal(503, 'This takes the server too long. Please ask for less at once.'))
  const timer = setTimeout(end, milliseconds)
  if (milliseconds <= 0) end()
  try {
    return await Promise.race([ended, work({ signal, lift: () => clearTimeout(timer) })])
  } finally {
    clearTimeout(timer)
  }
}
