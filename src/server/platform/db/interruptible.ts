import type { Connection } from '#server/platform/db/database.ts'

const REPEAT_MILLISECONDS = 20

/**
 * Awaits a call to the database so that an abort ends it. An interrupt that comes before the query runs is lost,
 * so it is repeated until the call has settled.
 */
export async function interruptible<Result>(
  connection: Connection,
  signal: AbortSignal,
  call: () => Promise<Result>,
): Promise<Result> {
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
    // What an interrupt looks like is the database's own business.
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', interrupt)
    clearInterval(repeating)
  }
}
