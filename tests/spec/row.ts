/** A rule of the specification, and the test that covers it: file below tests/, and title. */
export interface Row {
  readonly rule: string
  readonly file: string
  readonly test: string
}

/** Rows covered by tests of one file. */
export function shownIn(file: string, rows: readonly (readonly [rule: string, test: string])[]): readonly Row[] {
  return rows.map(([rule, test]) => ({ rule, file, test }))
}
