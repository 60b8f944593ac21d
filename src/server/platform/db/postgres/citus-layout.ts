/**
 * Where Citus, which spreads PostgreSQL over machines, keeps a table: in shards by the person whose row it is, whole on
 * each machine, or on the coordinator alone.
 */
export type Place = 'distributed' | 'reference' | 'local'

/** By it rows are spread: everything of one person lies in shards of one machine, and is joined there. */
export const DISTRIBUTION_COLUMN = 'individual_no'
const FIRST_OF_ALL = 'individual'

/** Each table but those of answers, which are distributed too. */
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

/** What is said to Citus, once, where the tables are filled. */
export function citusStatements(answerTables: readonly string[]): string[] {
  const placed = (place: Place) => Object.keys(PLACES).filter((table) => PLACES[table] === place)
  const distributed = [...placed('distributed'), ...answerTables].flatMap((table) => {
    const beside = table === FIRST_OF_ALL ? '' : `, colocate_with => '${FIRST_OF_ALL}'`
    return [
      `SELECT create_distributed_table('${table}', '${DISTRIBUTION_COLUMN}'${beside});`,
      // The rows are in the shards now; those that the coordinator had before would only take its room.
      `SELECT truncate_local_data_after_distributing_table('${table}');`,
    ]
  })
  return [...placed('reference').map((table) => `SELECT create_reference_table('${table}');`), ...distributed]
}
