import type { Connection } from '#server/platform/db/database.ts'

/** What a column of a table holds, as both kinds of database call it. */
export type ColumnType = 'INTEGER' | 'FLOAT8' | 'BOOLEAN' | 'TEXT' | 'TEXT[]' | 'DATE'

/** A cell as it is given to the database; a date as its text. */
export type CellValue = string | number | boolean | null | readonly string[]

/** Rows of a table by column. The columns are all those of the table. */
export interface RowSource {
  readonly types: readonly ColumnType[]
  readonly rowCount: number
  readonly values: (column: number, from: number, to: number) => readonly CellValue[]
}

/** The rows of a batch that is read or appended: the size of a DuckDB vector. */
export const ROWS_AT_ONCE = 2048

/** A column of a table that is being filled: its type and its values, from the first row to the last. */
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
