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
  /** One lease of the connection: the versions read for it, and its running statements; null without a lease. */
  readonly lease: { versions: Promise<Versions> | null; readonly running: Set<Promise<unknown>> } | null
}

/** The scope of a new connection. */
export const NO_SCOPE: Scope = { signal: null, lease: null }

/** The connection during one lease. */
export function leased(connection: Connection): Connection {
  return connection.scoped({ signal: null, lease: { versions: null, running: new Set() } })
}

/**
 * Resolves when no statement of the lease runs. Of several at once, the first that fails ends the request; the others
 * are still being interrupted, and an interrupt would hit the next user of the connection.
 */
export async function settled({ scope: { lease } }: { readonly scope: Pick<Scope, 'lease'> }): Promise<void> {
  if (!lease || lease.running.size === 0) return
  await Promise.allSettled(lease.running)
  await settled({ scope: { lease } })
}

/** The same connection; the signal aborts its statements. */
export function abortedBy(connection: Connection, signal: AbortSignal): Connection {
  return connection.scoped({ ...connection.scope, signal })
}

/** The same connection, for loading a cache: the end of the request that began the load must not end it for others. */
export function uninterrupted(connection: Connection): Connection {
  return connection.scoped({ ...connection.scope, signal: null })
}

const REPEAT_MILLISECONDS = 20

/**
 * Awaits a database call that the signal aborts. An interrupt before the query starts is lost, so it is repeated until
 * the call settles.
 */
export function interruptible<Result>(
  connection: Pick<Connection, 'interrupt'>,
  { signal, lease }: Scope,
  call: () => Promise<Result>,
): Promise<Result> {
  const own = interrupted(connection, signal, call).finally(() => lease?.running.delete(own))
  lease?.running.add(own)
  return own
}

async function interrupted<Result>(
  connection: Pick<Connection, 'interrupt'>,
  signal: AbortSignal | null,
  call: () => Promise<Result>,
): Promise<Result> {
  if (signal === null) return call()
  signal.throwIfAborted()
  let repeating: NodeJS.Timeout | undefined
  const interrupt = () => {
    connection.interrupt()
    repeating = setInterval(() => connection.interrupt(), REPEAT_MILLISECONDS)
  }
  signal.addEventListener('abort', interrupt, { once: true })
  try {
    return await call()
  } catch (error) {
    // Replaces the database's own interrupt error.
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', interrupt)
    clearInterval(repeating)
  }
}
