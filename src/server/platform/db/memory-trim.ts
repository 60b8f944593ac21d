import type { Database } from '#server/platform/db/database.ts'

const LOOK_EVERY_MILLISECONDS = 500
const MEGABYTE = 1024 * 1024
/** Memory of the process beside the database's limit: the JavaScript heap, the catalog, statements being planned. */
const BESIDE_DATABASE = 256 * MEGABYTE
/** A trim takes a tenth of a second: another follows only after the process has grown by so much. */
const GROWTH = 32 * MEGABYTE

/** Resident memory of this process in bytes. */
export type ResidentMemory = () => number

/**
 * Returns freed memory to the operating system while the process is large. glibc keeps freed blocks between used ones:
 * beside downloads these are a third of the process. DuckDB calls `malloc_trim` when its memory limit is set.
 */
export function trimMemory(
  database: Pick<Database, 'memoryLimit' | 'fitMemory'>,
  resident: ResidentMemory = () => process.memoryUsage.rss(),
): { readonly stop: () => void } {
  let trimmedTo = 0
  let isTrimming = false
  const look = async () => {
    const size = resident()
    const isLarge = size > database.memoryLimit() + BESIDE_DATABASE
    if (!isLarge) trimmedTo = 0
    if (!isLarge || isTrimming || size < trimmedTo + GROWTH) return
    isTrimming = true
    try {
      await database.fitMemory()
    } catch {
      // The database is at its limit; the next look tries again.
    } finally {
      isTrimming = false
      trimmedTo = resident()
    }
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MILLISECONDS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
