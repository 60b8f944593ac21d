export interface ConnectionState {
  readonly isDown: boolean
  /** Changes queued until the connection is back. */
  readonly waiting: number
  /** Slow calls: sent long ago, although the back end responds. */
  readonly slow: number
}

/** Derives the state of the connection from the outcomes of calls. */
export interface Connection {
  readonly state: () => ConnectionState
  readonly subscribe: (listener: (state: ConnectionState) => void) => () => void
  /** A response arrived, whatever its status; while the back end is down, pings at once. */
  readonly answered: () => void
  /** No response arrived: pings until one does. */
  readonly lost: () => void
  /** Pings; resolves to whether a response arrived. */
  readonly isThere: () => Promise<boolean>
  /** Reports a slow call and how to abort it; returns the function that withdraws the report. */
  readonly slow: (stop: () => void) => () => void
  /** Pings at once. */
  readonly tryNow: () => void
  /** Resolves to true after a response, to false if the waiting was aborted. */
  readonly back: () => Promise<boolean>
  /** Aborts all waiting, for the back end or for a response. */
  readonly giveUp: () => void
}

export interface ConnectionSettings {
  /** Whether the back end responds at all. */
  readonly ping: () => Promise<boolean>
  /** Like setTimeout; returns its cancellation. */
  readonly later: (work: () => void, milliseconds: number) => () => void
}

const FIRST_MILLISECONDS = 1_000
const LONGEST_MILLISECONDS = 15_000

/**
 * The back end is down after a failed call and a failed ping: a single call may fail by itself. It is up after a
 * successful ping: the response to a call may predate the failure.
 */
export function createConnection({ ping, later }: ConnectionSettings): Connection {
  const listeners = new Set<(state: ConnectionState) => void>()
  const slow = new Set<() => void>()
  let waiters: ((isBack: boolean) => void)[] = []
  let isDown = false
  let isAsking = false
  let pause = FIRST_MILLISECONDS
  let cancelNext = () => {}

  const state = () => ({ isDown, waiting: waiters.length, slow: slow.size })
  const notify = () => {
    for (const listener of listeners) listener(state())
  }
  const release = (isBack: boolean) => {
    const released = waiters
    waiters = []
    for (const resolve of released) resolve(isBack)
  }
  const up = () => {
    cancelNext()
    pause = FIRST_MILLISECONDS
    if (!isDown && waiters.length === 0) return
    isDown = false
    release(true)
    notify()
  }
  const ask = async () => {
    if (isAsking) return
    cancelNext()
    isAsking = true
    const isThere = await ping().catch(() => false)
    isAsking = false
    if (isThere) return up()
    isDown = true
    notify()
    cancelNext = later(() => void ask(), pause)
    pause = Math.min(2 * pause, LONGEST_MILLISECONDS)
  }

  return {
    state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    answered: () => {
      if (isDown) void ask()
      else up()
    },
    lost: () => {
      if (!isDown) void ask()
    },
    isThere: async () => {
      await ask()
      return !isDown
    },
    slow: (stop) => {
      slow.add(stop)
      notify()
      return () => {
        if (slow.delete(stop)) notify()
      }
    },
    tryNow: () => {
      pause = FIRST_MILLISECONDS
      void ask()
    },
    back: () =>
      new Promise((resolve) => {
        waiters = [...waiters, resolve]
        notify()
        if (!isDown) void ask()
      }),
    giveUp: () => {
      release(false)
      for (const stop of slow) stop()
      notify()
    },
  }
}

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
