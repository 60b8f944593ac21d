import type { Connection } from '#server/platform/db/database.ts'

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
}

/** One lease of a connection: the versions read for it, its running statements by signal, and all interrupts so far. */
interface Lease {
  versions: Promise<Versions> | null
  readonly running: Map<Promise<unknown>, AbortSignal | null>
  interrupts: number
}

/** The scope of a new connection. */
export const NO_SCOPE: Scope = { signal: null, lease: null }

/** The connection during one lease. */
export function leased(connection: Connection): Connection {
  return connection.scoped({ signal: null, lease: { versions: null, running: new Map(), interrupts: 0 } })
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

/** The same connection, for loading a cache: the end of the request that began the load does not end it for others. */
export function uninterrupted(connection: Connection): Connection {
  return connection.scoped({ ...connection.scope, signal: null })
}

/**
 * Loads a cache by several statements: the connection is leased until its end, even if the request that began it ends
 * before. Otherwise the next user could begin a transaction on it, whose changes the later statements would see.
 */
export function loadOn<Result>(connection: Connection, load: (own: Connection) => Promise<Result>): Promise<Result> {
  const { lease } = connection.scope
  const loaded = load(uninterrupted(connection))
  if (!lease) return loaded
  const own = loaded.finally(() => lease.running.delete(own))
  lease.running.set(own, null)
  return own
}

const REPEAT_MILLISECONDS = 20

/**
 * Awaits a database call that the signal aborts. An interrupt before the query starts is lost, so it is repeated until
 * the call settles. It ends whatever runs on the connection: a call without a signal is then made again.
 */
export function interruptible<Result>(
  connection: Pick<Connection, 'interrupt'>,
  scope: Scope,
  call: () => Promise<Result>,
): Promise<Result> {
  const { signal, lease } = scope
  const made = signal === null ? repeated(lease, call) : interrupted(connection, signal, lease, call)
  const own = made.finally(() => lease?.running.delete(own))
  lease?.running.set(own, signal)
  return own
}

async function repeated<Result>(lease: Lease | null, call: () => Promise<Result>): Promise<Result> {
  const before = lease?.interrupts
  try {
    return await call()
  } catch (error) {
    if (lease === null || lease.interrupts === before) throw error
    await Promise.allSettled([...lease.running].flatMap(([other, signal]) => (signal?.aborted ? [other] : [])))
    return repeated(lease, call)
  }
}

async function interrupted<Result>(
  connection: Pick<Connection, 'interrupt'>,
  signal: AbortSignal,
  lease: Lease | null,
  call: () => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted()
  let repeating: NodeJS.Timeout | undefined
  const interrupt = () => {
    if (lease) lease.interrupts++
    connection.interrupt()
  }
  const startInterrupts = () => {
    interrupt()
    repeating = setInterval(interrupt, REPEAT_MILLISECONDS)
  }
  signal.addEventListener('abort', startInterrupts, { once: true })
  try {
    return await call()
  } catch (error) {
    // Replaces the database's own interrupt error.
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', startInterrupts)
    clearInterval(repeating)
  }
}
