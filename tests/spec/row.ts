/** What the specification says in one place, and the test that shows it: its file below tests/, and its name there. */
export interface Row {
  readonly says: string
  readonly file: string
  readonly test: string
}

/** Rows that tests of one file show. */
export function shownIn(file: string, rows: readonly (readonly [says: string, test: string])[]): readonly Row[] {
  return rows.map(([says, test]) => ({ says, file, test }))
}
