import type { Connection } from '#server/platform/db/database.ts'

const COHORT_COLUMNS = ['kept', 'undecided', 'counted_at', 'counted_people', 'counted_answers']

/** Drops the columns of `cohort` that version 12 added. */
export async function dropColumns(connection: Connection): Promise<void> {
  for (const column of COHORT_COLUMNS) await connection.run(`ALTER TABLE cohort DROP COLUMN ${column}`)
}
