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

export function startOf({ ends }: TextRows, row: number): number {
  return row === 0 ? 0 : (ends[row - 1] ?? 0)
}
