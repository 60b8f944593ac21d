import { JSDuckDBValueConverter, type DuckDBMaterializedResult } from '@duckdb/node-api'

/**
 * The rows of a result of few, as the library's own reader gives them; but that one waits for a thread of its own for
 * each piece of what lies in memory already, which takes as long again as a small query.
 */
export function rowsAtHand(result: DuckDBMaterializedResult): Record<string, unknown>[] {
  const names = result.deduplicatedColumnNames()
  const rows: Record<string, unknown>[] = []
  for (let place = 0; place < result.chunkCount; place++) {
    const chunk = result.getChunk(place)
    for (let row = 0; row < chunk.rowCount; row++) {
      const cells: Record<string, unknown> = {}
      chunk.visitRowValues(row, (value, _row, column, type) => {
        cells[names[column] ?? ''] = JSDuckDBValueConverter(value, type, JSDuckDBValueConverter)
      })
      rows.push(cells)
    }
  }
  return rows
}
