import { statSync } from 'node:fs'
import { totalmem } from 'node:os'

const MEGABYTE = 1024 * 1024
const AT_LEAST = 416 * MEGABYTE
/** Of the bytes of the file: what is asked for most stays in memory, and there is room to count beside it. */
const OF_FILE = 1.5
const OF_MACHINE = 0.8

/** How many bytes the database may take: whatever is asked, it puts down on the disk what is more, or refuses. */
export function memoryLimitOf(path: string): number {
  const size = path === ':memory:' ? 0 : (statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  return Math.min(Math.max(AT_LEAST, OF_FILE * size), OF_MACHINE * totalmem())
}

/** The same as the database's setting. */
export function memoryLimitFor(path: string): string {
  return `${Math.round(memoryLimitOf(path) / MEGABYTE)}MiB`
}

/** Whether something failed because it would have taken more. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && error.message.includes('Out of Memory')
}
