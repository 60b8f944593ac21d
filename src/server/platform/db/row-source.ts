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
