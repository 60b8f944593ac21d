const QUOTE = 0x22
const LINE_FEED = 0x0a

/**
 * Counts the rows of a CSV file while its bytes come by, in pieces cut anywhere; each call gives the rows so far, the
 * header not among them. A line break within quotes ends none.
 */
export function createRowCounter(): (piece: Uint8Array) => number {
  let lines = 0
  let isQuoted = false
  return (piece) => {
    for (const byte of piece) {
      // A quote that is doubled closes and opens again.
      if (byte === QUOTE) isQuoted = !isQuoted
      else if (byte === LINE_FEED && !isQuoted) lines++
    }
    return Math.max(0, lines - 1)
  }
}
