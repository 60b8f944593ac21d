import type { Log } from '#server/platform/process/runtime.ts'

export const DAY_MILLISECONDS = 24 * 60 * 60_000

/** Runs work now and once a day; a failure is logged. Returns the function that stops it. */
export function daily(work: () => Promise<unknown>, log: Log, failure: string): () => void {
  const run = () =>
    void work().catch((error: unknown) => log.warn({ error: error instanceof Error ? error.message : '' }, failure))
  run()
  const timer = setInterval(run, DAY_MILLISECONDS).unref()
  return () => clearInterval(timer)
}
