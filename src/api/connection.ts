/** What is known of the connection to the back end. */
export interface ConnectionState {
  readonly isDown: boolean
  /** Changes that are kept until it is back. */
  readonly waiting: number
  /** Calls that were sent and not answered for long, though the back end is there. */
  readonly slow: number
}

/** Follows the connection by what becomes of calls. */
export interface Connection {
  readonly state: () => ConnectionState
  readonly subscribe: (listener: (state: ConnectionState) => void) => () => void
  /** An answer came, whatever it says; while the back end is down it is pinged at once. */
  readonly answered: () => void
  /** None came: asks until one does. */
  readonly lost: () => void
  /** Asks, and tells whether an answer came. */
  readonly isThere: () => Promise<boolean>
  /** Says that a call is waited for long, and how to stop; gives what takes that back. */
  readonly slow: (stop: () => void) => () => void
  /** Asks at once. */
  readonly tryNow: () => void
  /** Resolves when an answer came: true; or false where those who wait were told to give up. */
  readonly back: () => Promise<boolean>
  /** Those who wait, for the back end or for an answer, are told to give up. */
  readonly giveUp: () => void
}

export interface ConnectionSettings {
  /** Whether the back end answers anything at all. */
  readonly ping: () => Promise<boolean>
  /** Calls back later; gives what prevents it. */
  readonly later: (work: () => void, milliseconds: number) => () => void
}

const FIRST_MILLISECONDS = 1_000
const LONGEST_MILLISECONDS = 15_000

/**
 * The back end is down when a call and then a ping have failed: a single call may fail by itself. It is up again when a
 * ping is answered: the answer to a call may be one that was on its way when the connection broke.
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
  const tell = () => {
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
    tell()
  }
  const ask = async () => {
    if (isAsking) return
    cancelNext()
    isAsking = true
    const isThere = await ping().catch(() => false)
    isAsking = false
    if (isThere) return up()
    isDown = true
    tell()
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
      tell()
      return () => {
        if (slow.delete(stop)) tell()
      }
    },
    tryNow: () => {
      pause = FIRST_MILLISECONDS
      void ask()
    },
    back: () =>
      new Promise((resolve) => {
        waiters = [...waiters, resolve]
        tell()
        if (!isDown) void ask()
      }),
    giveUp: () => {
      release(false)
      for (const stop of slow) stop()
      tell()
    },
  }
}
