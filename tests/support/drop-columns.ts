import type { Connection } from '#server/platform/db/database.ts'

const COHORT_COLUMNS = ['kept', 'undecided', 'counted_at', 'counted_people', 'counted_answers']

/** Takes away the columns of `cohort` that version 12 added, as a database of an earlier version has none of them. */
export async function dropColumns(connection: Connection): Promise<void> {
  for (const column of COHORT_COLUMNS) await connection.run(`ALTER TABLE cohort DROP COLUMN ${column}`)
}
