/**
 * Table types of Citus: distributed in shards by individual, replicated as a reference table, or local to the
 * coordinator.
 */
export type Place = 'distributed' | 'reference' | 'local'

/** Distribution column: rows of one individual are co-located, so joins are local. */
export const DISTRIBUTION_COLUMN = 'individual_no'
const FIRST_OF_ALL = 'individual'

/** All tables except those of answers, which are distributed as well. */
export const PLACES: Readonly<Record<string, Place>> = {
  individual: 'distributed',
  pedigree_mark: 'distributed',
  cohort_member: 'distributed',
  form: 'reference',
  variable: 'reference',
  meta: 'local',
  coverage: 'local',
  account: 'local',
  current_project: 'local',
  session: 'local',
  second_factor: 'local',
  recovery_code: 'local',
  spent_code: 'local',
  project: 'local',
  default_project: 'local',
  cohort: 'local',
  variable_set: 'local',
  download: 'local',
  custom_variable: 'local',
  variable_edit: 'local',
  variable_edit_decision: 'local',
  audit: 'local',
  change_count: 'local',
  kept_answer: 'local',
  disclosure: 'local',
}

/** Statements for Citus, run once after the tables are filled. */
export function citusStatements(answerTables: readonly string[]): string[] {
  const placed = (place: Place) => Object.keys(PLACES).filter((table) => PLACES[table] === place)
  const distributed = [...placed('distributed'), ...answerTables].flatMap((table) => {
    const beside = table === FIRST_OF_ALL ? '' : `, colocate_with => '${FIRST_OF_ALL}'`
    return [
      `SELECT create_distributed_table('${table}', '${DISTRIBUTION_COLUMN}'${beside});`,
      // The shards hold the rows now; the coordinator's copies only take space.
      `SELECT truncate_local_data_after_distributing_table('${table}');`,
    ]
  })
  return [...placed('reference').map((table) => `SELECT create_reference_table('${table}');`), ...distributed]
}
