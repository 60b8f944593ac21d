/** At most so many tables and cells in one statement. */
export interface StatementSize {
  readonly tables: number
  readonly cells: number
}

/**
 * In DuckDB a join takes 8 MB, or twice that where two threads build it, however few its rows are, and a cell some
 * 0.1 MB a join. This size takes up to 130 MB, and is as fast as larger ones.
 */
export const STATEMENT_SIZE: StatementSize = { tables: 4, cells: 160 }

/** Cells, by their places in the line, that one statement makes. */
export interface Chunk {
  readonly places: readonly number[]
  readonly tables: ReadonlySet<string>
}

/** Cuts cells, in the order given, into chunks of a size; a cell that needs more tables is a chunk of its own. */
export function chunksOf(
  places: readonly number[],
  tablesAt: (place: number) => readonly string[],
  { tables: tablesMost, cells: cellsMost }: StatementSize,
): Chunk[] {
  const chunks: { places: number[]; tables: Set<string> }[] = []
  for (const place of places) {
    const tables = tablesAt(place)
    const last = chunks.at(-1)
    const added = tables.filter((table) => last?.tables.has(table) !== true).length
    const isFull = !last || last.places.length >= cellsMost || last.tables.size + added > tablesMost
    if (isFull) {
      chunks.push({ places: [place], tables: new Set(tables) })
      continue
    }
    last.places.push(place)
    for (const table of tables) last.tables.add(table)
  }
  return chunks
}
