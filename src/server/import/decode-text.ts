import { ImportRefused, problemAt } from '#server/import/problem.ts'

const LINE_FEED = 10

/** The text of a file in UTF-8, without a byte order mark. Another encoding is refused, naming the first such line. */
export function decodeText(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ImportRefused([problemAt(file, firstUndecodableLine(bytes), 'This is not UTF-8 text.')])
  }
}

function firstUndecodableLine(bytes: Uint8Array): number {
  let line = 1
  let start = 0
  while (start < bytes.length) {
    const lineFeed = bytes.indexOf(LINE_FEED, start)
    const end = lineFeed === -1 ? bytes.length : lineFeed
    if (!isUtf8(bytes.subarray(start, end))) return line
    start = end + 1
    line++
  }
  return line
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
