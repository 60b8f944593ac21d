import type { Connection, Database } from '#server/platform/db/database.ts'
import { inScopeOf } from '#server/platform/db/scope.ts'

/**
 * Reads while a change is made, on a second connection: committed data, which the write lock keeps unchanged. The end of
 * the request ends the waiting for caches that other requests share, not their loading.
 */
export async function readCommitted<Result>(
  { withSecondConnection }: Pick<Database, 'withSecondConnection'>,
  own: Connection,
  read: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const { signal } = own.scope
  signal?.throwIfAborted()
  const reading = withSecondConnection((connection) => read(inScopeOf(connection, own)))
  if (signal === null) return reading
  let end = () => {}
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason)
    signal.addEventListener('abort', end, { once: true })
  })
  // It goes on after the end.
  reading.catch(() => undefined)
  try {
    return await Promise.race([reading, ended])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
