import type { Connection } from '#api/connection.ts'

/** Milliseconds in which an answer is to come. */
export interface Patience {
  /** After so many the user is told that it is waited for: who asks of a server that takes three seconds hears of it. */
  readonly telling: number
  /** After so many it is asked again and again whether the back end is there at all. */
  readonly asking: number
  /** So long a question is waited for. */
  readonly reading: number
  /** So long a change is: deleting can take minutes (spec section 4). */
  readonly changing: number
}

export const PATIENCE: Patience = { telling: 2_500, asking: 10_000, reading: 120_000, changing: 600_000 }

/** Why nobody waits for an answer any more. */
export type Impatience = 'back end gone' | 'too long' | 'given up'

export interface Waited {
  readonly connection: Pick<Connection, 'slow' | 'isThere'>
  readonly telling: number
  readonly asking: number
  readonly longest: number
}

/**
 * Sends, and waits as long as the back end is there and the user has patience; what ends the waiting before an answer
 * came is told by `onImpatience`.
 */
export async function withPatience<Answer>(
  { connection, telling, asking, longest }: Waited,
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
  }, telling)
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
