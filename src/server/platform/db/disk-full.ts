const SAYINGS = /No space left on device|File too large|Disk quota exceeded/i

/** Whether something could not be written for want of room. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && SAYINGS.test(error.message)
}
