import type { ColumnDescription } from '#server/modules/imports/source/description.ts'

/** A form as a format's reader returns it, before types and names are decided. */
export interface SourceForm {
  readonly file: string
  readonly instrument: string
  readonly title: string
  /** From a dictionary; else derived from the existing forms. */
  readonly version?: string
  readonly isParticipants: boolean
  readonly columns: readonly SourceColumn[]
  readonly rows: readonly SourceRow[]
  /** The cell in a row's column; `at` is the row's offset. */
  readonly cell: (at: number, column: number) => string
}

interface SourceColumn {
  readonly name: string
  readonly description: ColumnDescription
  /** The column of the file of which this is one visit; all visits share a data type. */
  readonly visitOf?: string
}

/** One participant's row. */
export interface SourceRow {
  readonly line: number
  readonly individualId: string
  readonly at: number
}
