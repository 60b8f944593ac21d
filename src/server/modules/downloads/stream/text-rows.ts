/** Rows of bytes that lie one after the other. */
export interface TextRows {
  readonly bytes: Uint8Array
  /** Where each row ends. */
  readonly ends: readonly number[]
}

/** Rows put into one piece of memory: one piece for each row would take several times as much. */
export function textRows(parts: readonly (readonly Uint8Array[])[]): TextRows {
  const rows = parts.flat()
  let end = 0
  const ends = rows.map((row) => (end += row.byteLength))
  return { bytes: Buffer.concat(rows, end), ends }
}

/** Where a row begins. */
export function startOf({ ends }: TextRows, row: number): number {
  return row === 0 ? 0 : (ends[row - 1] ?? 0)
}
