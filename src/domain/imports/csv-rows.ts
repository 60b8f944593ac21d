const QUOTE = 0x22
const LINE_FEED = 0x0a

/**
 * Counts CSV rows while bytes arrive in chunks of any size; each call returns the rows so far, without the header. A
 * line break within quotes ends no row.
 */
export function createRowCounter(): (piece: Uint8Array) => number {
  let lines = 0
  let isQuoted = false
  return (piece) => {
    for (const byte of piece) {
      // An escaped quote ("") toggles twice.
      if (byte === QUOTE) isQuoted = !isQuoted
      else if (byte === LINE_FEED && !isQuoted) lines++
    }
    return Math.max(0, lines - 1)
  }
}
