import type { Connection } from '#api/connection.ts'

/** Timeouts of a call, in milliseconds. */
export interface Patience {
  /** Reports a slow call to the user after this time (less than 3 s). */
  readonly reporting: number
  /** Pings the back end after this time, repeatedly. */
  readonly asking: number
  /** Timeout of a read. */
  readonly reading: number
  /** Timeout of a change: deleting can take minutes (spec section 4). */
  readonly changing: number
}

export const PATIENCE: Patience = { reporting: 2_500, asking: 10_000, reading: 120_000, changing: 600_000 }

/** Why a call was aborted. */
export type Impatience = 'back end gone' | 'too long' | 'given up'

export interface Waited {
  readonly connection: Pick<Connection, 'slow' | 'isThere'>
  readonly reporting: number
  readonly asking: number
  readonly longest: number
}

/**
 * Sends, and waits while the back end responds to pings, up to the timeout or the user's cancellation. Reports an abort
 * to `onImpatience`.
 */
export async function withPatience<Answer>(
  { connection, reporting, asking, longest }: Waited,
  send: (signal: AbortSignal) => Promise<Answer>,
  onImpatience: (why: Impatience) => void,
): Promise<Answer> {
  const stop = new AbortController()
  const end = (why: Impatience) => {
    if (stop.signal.aborted) return
    onImpatience(why)
    stop.abort()
  }
  const endWhereGone = async () => {
    if (!(await connection.isThere())) end('back end gone')
  }
  let noLongerSlow = () => {}
  let waited = 0
  const notice = setTimeout(() => {
    noLongerSlow = connection.slow(() => end('given up'))
  }, reporting)
  const timer = setInterval(() => {
    waited += asking
    if (waited >= longest) return end('too long')
    void endWhereGone()
  }, asking)
  try {
    return await send(stop.signal)
  } finally {
    clearTimeout(notice)
    clearInterval(timer)
    noLongerSlow()
  }
}
