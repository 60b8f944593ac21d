/** A rule of the specification and its test: file below tests/, and its name. */
export interface Row {
  readonly says: string
  readonly file: string
  readonly test: string
}

/** Rows with tests in one file. */
export function shownIn(file: string, rows: readonly (readonly [says: string, test: string])[]): readonly Row[] {
  return rows.map(([says, test]) => ({ says, file, test }))
}
