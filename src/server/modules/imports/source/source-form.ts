import type { ColumnDescription } from '#server/modules/imports/source/description.ts'

/** A form as some format's reader found it, before types and names are settled. */
export interface SourceForm {
  readonly file: string
  readonly instrument: string
  readonly title: string
  /** Where a dictionary names one; else it follows from the forms that are there. */
  readonly version?: string
  readonly isParticipants: boolean
  readonly columns: readonly SourceColumn[]
  readonly rows: readonly SourceRow[]
  /** What stands in a row's column; `at` is the row's. */
  readonly cell: (at: number, column: number) => string
}

interface SourceColumn {
  readonly name: string
  readonly description: ColumnDescription
  /** The column of the file of which this is one visit's: all visits have one data type. */
  readonly visitOf?: string
}

/** One person's row. */
export interface SourceRow {
  readonly line: number
  readonly individualId: string
  readonly at: number
}
