import type { LineShape } from '#server/engine/downloads/lines-statement.ts'

/** Size of a chunk: a slow client takes one well within the stall timeout. */
const BYTES_OF_PIECE = 128 * 1024

const QUOTE = '"'.charCodeAt(0)

/**
 * The CSV lines of some participants, in chunks. Each of `parts` has one row a participant. `sources` gives the part of
 * each cell (LinesPlan); null where a line is the parts' rows concatenated.
 */
export function* assembledLines(
  parts: readonly TextRows[],
  sources: readonly number[] | null,
  shape: Pick<LineShape, 'separator' | 'end' | 'isQuoted'>,
): Generator<Uint8Array, undefined> {
  const [first, ...others] = parts
  if (!first) return
  if (others.some(({ ends }) => ends.length !== first.ends.length)) {
    throw new Error('The statements of a download gave different numbers of rows.')
  }
  if (others.length === 0 && sources === null) yield* cut(first)
  else yield* interleaved(parts, first.ends.length, writerOf(parts, sources, shape), shape.end.length)
}

/** The length of each of these lines in bytes. */
export function lineLengths(
  parts: readonly TextRows[],
  sources: readonly number[] | null,
  { end }: Pick<LineShape, 'end'>,
): number[] {
  // The end of the line replaces its last separator.
  const added = sources === null ? 0 : end.length - 1
  return (parts[0]?.ends ?? []).map((_, row) =>
    parts.reduce((sum, part) => sum + (part.ends[row] ?? 0) - startOf(part, row), added),
  )
}

function* cut({ bytes }: TextRows): Generator<Uint8Array, undefined> {
  for (let start = 0; start < bytes.byteLength; start += BYTES_OF_PIECE) {
    yield bytes.subarray(start, start + BYTES_OF_PIECE)
  }
}

/** Writes the line of a row; returns its end. */
type WriteLine = (row: number, piece: Uint8Array, offset: number) => number

function* interleaved(
  parts: readonly TextRows[],
  rows: number,
  write: WriteLine,
  endBytes: number,
): Generator<Uint8Array, undefined> {
  for (let row = 0; row < rows;) {
    let [last, size] = [row, 0]
    do {
      size += endBytes
      for (const part of parts) size += (part.ends[last] ?? 0) - startOf(part, last)
      last++
    } while (last < rows && size < BYTES_OF_PIECE)
    const piece = new Uint8Array(size)
    let offset = 0
    for (; row < last; row++) offset = write(row, piece, offset)
    yield piece.subarray(0, offset)
  }
}

function writerOf(
  parts: readonly TextRows[],
  sources: readonly number[] | null,
  { separator, end, isQuoted }: Pick<LineShape, 'separator' | 'end' | 'isQuoted'>,
): WriteLine {
  if (sources === null) {
    return (row, piece, offset) => {
      let to = offset
      for (const part of parts) {
        const text = part.bytes.subarray(startOf(part, row), part.ends[row])
        piece.set(text, to)
        to += text.byteLength
      }
      return to
    }
  }
  const [separatorByte, endBytes] = [separator.charCodeAt(0), new TextEncoder().encode(end)]
  const cursors = new Uint32Array(parts.length)
  return (row, piece, offset) => {
    for (const [number, part] of parts.entries()) cursors[number] = startOf(part, row)
    let to = offset
    for (const source of sources) {
      const bytes = parts[source]?.bytes ?? new Uint8Array()
      let from = cursors[source] ?? 0
      let isInQuotes = false
      for (;;) {
        const byte = bytes[from++] ?? separatorByte
        piece[to++] = byte
        if (byte === QUOTE && isQuoted) isInQuotes = !isInQuotes
        else if (byte === separatorByte && !isInQuotes) break
      }
      cursors[source] = from
    }
    // Replaces the last separator.
    piece.set(endBytes, to - 1)
    return to - 1 + endBytes.byteLength
  }
}

export interface TextRows {
  readonly bytes: Uint8Array
  /** The end offset of each row. */
  readonly ends: readonly number[]
}

/** Copies rows into one buffer: one buffer a row needs several times the memory. */
export function textRows(parts: readonly (readonly Uint8Array[])[]): TextRows {
  const rows = parts.flat()
  let end = 0
  const ends = rows.map((row) => (end += row.byteLength))
  return { bytes: Buffer.concat(rows, end), ends }
}

function startOf({ ends }: TextRows, row: number): number {
  return row === 0 ? 0 : (ends[row - 1] ?? 0)
}
