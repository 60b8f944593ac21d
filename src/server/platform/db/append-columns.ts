import type { Connection } from '#server/platform/db/database.ts'
import type { CellValue, ColumnType } from '#server/platform/db/row-source.ts'

/** A column of a table that is being filled: its type and its values, from the first row to the last. */
export interface Column {
  readonly type: ColumnType
  readonly values: readonly CellValue[]
}

/** Adds rows given by column. The columns are all those of the table. */
export function appendColumns(connection: Connection, table: string, columns: readonly Column[]): Promise<void> {
  const rows = {
    types: columns.map(({ type }) => type),
    rowCount: columns[0]?.values.length ?? 0,
    values: (column: number, from: number, to: number) => columns[column]?.values.slice(from, to) ?? [],
  }
  return connection.append(table, rows, () => Promise.resolve())
}
