import type { Connection } from '#server/platform/db/database.ts'

/** Column types whose names both databases share. */
export type ColumnType = 'INTEGER' | 'FLOAT8' | 'BOOLEAN' | 'TEXT' | 'TEXT[]' | 'DATE'

/** A date is given as text. */
export type CellValue = string | number | boolean | null | readonly string[]

/** Rows of a table by column. The columns are all those of the table. */
export interface RowSource {
  readonly types: readonly ColumnType[]
  readonly rowCount: number
  readonly values: (column: number, from: number, to: number) => readonly CellValue[]
}

/** Batch size for reading and appending: a DuckDB vector. */
export const ROWS_AT_ONCE = 2048

/** A column to append: its type and all its values. */
interface Column {
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
