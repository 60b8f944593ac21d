import { PATTERN_SECONDS_MAX } from '#domain/limits.ts'
import type { Connection, Database } from '#server/platform/db/database.ts'

/** A statement with a regular expression that took too long (`timed`). */
export class PatternTooSlow extends Error {
  constructor() {
    super(
      `The pattern takes more than ${PATTERN_SECONDS_MAX} seconds on these answers. Remove repetitions such as {0,60}, or make them shorter.`,
    )
    this.name = 'PatternTooSlow'
  }
}

/** Versions of cached data: the research data with their catalog, and all custom variables. */
export interface Versions {
  readonly data: string
  /** The data without the texts of the catalog. */
  readonly answers: string
  readonly custom: string
}

/** The purpose of a connection's statements: one request, or one background job. */
export interface Scope {
  /** Aborts the statements; null where nothing does. */
  readonly signal: AbortSignal | null
  /** Null without a lease. */
  readonly lease: Lease | null
  /** Whether a statement with a regular expression ends after PATTERN_SECONDS_MAX: true for a request and the caches that it fills. */
  readonly hasTimer: boolean
}

/** One lease of a connection: the versions read for it, its running statements by signal, and counts of its interrupts. */
interface Lease {
  versions: Promise<Versions> | null
  readonly running: Map<Promise<unknown>, AbortSignal | null>
  sentInterrupts: number
  /** An interrupt ends only statements that ran before its response. */
  answeredInterrupts: number
}

/** The scope of a new connection. */
export const NO_SCOPE: Scope = { signal: null, lease: null, hasTimer: false }

/** The connection during one lease. */
export function leased(connection: Connection): Connection {
  return connection.scoped({
    ...NO_SCOPE,
    lease: {
      versions: null,
      running: new Map(),
      sentInterrupts: 0,
      answeredInterrupts: 0,
    },
  })
}

/**
 * Resolves when no statement of the lease runs. Of several at once, the first that fails ends the request; the others
 * are still being interrupted, and an interrupt would hit the next user of the connection.
 */
export async function settled({ scope: { lease } }: { readonly scope: Pick<Scope, 'lease'> }): Promise<void> {
  if (!lease || lease.running.size === 0) return
  await Promise.allSettled(lease.running.keys())
  await settled({ scope: { lease } })
}

/** The same connection; the signal aborts its statements. */
export function abortedBy(connection: Connection, signal: AbortSignal): Connection {
  return connection.scoped({ ...connection.scope, signal })
}

/** The same connection during a request: its signal aborts the statements, and timed ones have a limit. */
export function ofRequest(connection: Connection, signal: AbortSignal): Connection {
  return connection.scoped({ ...connection.scope, signal, hasTimer: true })
}

/** A connection with the signal and the timer of another one, and a lease of its own. */
export function inScopeOf(connection: Connection, { scope }: Connection): Connection {
  return connection.scoped({ ...scope, lease: connection.scope.lease })
}

/** The same connection, for loading a cache: the end of the request that began the load does not end it for others. */
export function uninterrupted(connection: Connection): Connection {
  return connection.scoped({ ...connection.scope, signal: null })
}

/**
 * Loads a cache by several statements: the connection is leased until its end, even if the request that began it ends
 * before. Otherwise the next user could begin a transaction on it, whose changes the later statements would see.
 */
export function loadOn<Result>(connection: Connection, load: (leased: Connection) => Promise<Result>): Promise<Result> {
  const { lease } = connection.scope
  const loaded = load(uninterrupted(connection))
  if (!lease) return loaded
  const tracked = loaded.finally(() => lease.running.delete(tracked))
  lease.running.set(tracked, null)
  return tracked
}

const REPEAT_MILLISECONDS = 20

/**
 * Awaits a database call that the signal aborts, or the limit of a timed statement. An interrupt before the query starts
 * is lost, so it is repeated until the call settles. It ends whatever runs on the connection, until the response to it:
 * the aborted call waits for that, and a call that its own signal has not aborted is made again.
 */
export function interruptible<Result>(
  connection: Pick<Connection, 'interrupt'>,
  { signal, lease, hasTimer }: Scope,
  call: () => Promise<Result>,
  { isTimed = false } = {},
): Promise<Result> {
  const limit = isTimed && hasTimer ? patternLimit(signal) : { signal, clear: () => undefined }
  const made = interrupted(connection, limit.signal, lease, call)
  const tracked = made.finally(() => {
    limit.clear()
    lease?.running.delete(tracked)
  })
  lease?.running.set(tracked, limit.signal)
  return tracked
}

function patternLimit(signal: AbortSignal | null) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new PatternTooSlow()), PATTERN_SECONDS_MAX * 1_000)
  const both = signal === null ? controller.signal : AbortSignal.any([signal, controller.signal])
  return { signal: both, clear: () => clearTimeout(timer) }
}

async function interrupted<Result>(
  connection: Pick<Connection, 'interrupt'>,
  signal: AbortSignal | null,
  lease: Lease | null,
  call: () => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted()
  const before = lease?.answeredInterrupts
  const interrupts = repeatedInterrupts(connection, lease)
  signal?.addEventListener('abort', interrupts.start, { once: true })
  try {
    return await call()
  } catch (error) {
    // Replaces the database's own interrupt error.
    signal?.throwIfAborted()
    if (lease === null || lease.sentInterrupts === before) throw error
    await Promise.allSettled([...lease.running].flatMap(([other, limit]) => (limit?.aborted ? [other] : [])))
  } finally {
    signal?.removeEventListener('abort', interrupts.start)
    await interrupts.end()
  }
  return interrupted(connection, signal, lease, call)
}

/** Each follows the response to the one before. */
function repeatedInterrupts(connection: Pick<Connection, 'interrupt'>, lease: Lease | null) {
  let repeating: NodeJS.Timeout | undefined
  let unanswered: Promise<void> | null = null
  const send = async () => {
    if (lease) lease.sentInterrupts++
    await connection.interrupt()
    if (lease) lease.answeredInterrupts++
    unanswered = null
  }
  const sendNext = () => {
    unanswered ??= send()
  }
  return {
    start: () => {
      sendNext()
      repeating = setInterval(sendNext, REPEAT_MILLISECONDS)
    },
    /** Resolves after the last response. */
    end: async () => {
      clearInterval(repeating)
      await unanswered
    },
  }
}

/**
 * Reads while a change is made, on a second connection: committed data, which the write lock keeps unchanged. The end of
 * the request ends the waiting for caches that other requests share, not their loading.
 */
export async function readCommitted<Result>(
  { withSecondConnection }: Pick<Database, 'withSecondConnection'>,
  tx: Connection,
  read: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const { signal } = tx.scope
  signal?.throwIfAborted()
  const reading = withSecondConnection((connection) => read(inScopeOf(connection, tx)))
  if (signal === null) return reading
  let end = () => {}
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason)
    signal.addEventListener('abort', end, { once: true })
  })
  // The reading goes on after the end of the transaction.
  reading.catch(() => undefined)
  try {
    return await Promise.race([reading, ended])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
