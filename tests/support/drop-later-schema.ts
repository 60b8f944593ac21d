import type { Connection } from '#server/platform/db/database.ts'
import { HISTORY_TABLE } from '#server/store/history/versions.ts'
import { RELEASE_TABLES } from '#server/store/releases/releases.ts'
import { TRASH_TABLES } from '#server/store/trash/trash.ts'

const COHORT_COLUMNS = ['kept', 'undecided', 'counted_at', 'counted_people', 'counted_answers']

const AUDIT_COLUMNS = ['entry_no', 'salt', 'entry_hash']
const AUDIT_TABLES = ['audit_checkpoint', 'audit_removal']

/** Drops what version 12 and later ones added. */
export async function dropLaterSchema(connection: Connection): Promise<void> {
  for (const column of COHORT_COLUMNS) await connection.run(`ALTER TABLE cohort DROP COLUMN ${column}`)
  for (const column of AUDIT_COLUMNS) await connection.run(`ALTER TABLE audit DROP COLUMN ${column}`)
  for (const table of [
    'access_token',
    'default_project',
    'download_file',
    'second_factor_enrolment',
    ...AUDIT_TABLES,
    ...RELEASE_TABLES,
    HISTORY_TABLE,
    ...TRASH_TABLES,
  ])
    await connection.run(`DROP TABLE ${table}`)
  await connection.run(`ALTER TABLE custom_variable DROP COLUMN formula`)
  await connection.run(`ALTER TABLE kept_answer DROP COLUMN request_hash`)
  await connection.run(`DROP FUNCTION IF EXISTS sha256(text)`)
  for (const name of ['sum', 'avg', 'min', 'max', 'count']) {
    await connection.run(`DROP FUNCTION IF EXISTS list_${name}(float8[])`)
  }
}
