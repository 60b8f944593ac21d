import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '#server/platform/db/database.ts'
import type { PrivatePostgres } from '#tests/support/private-postgres.ts'

/** One fact for each answer, as in i2b2: columns and indexes of its scripts for PostgreSQL. */
const TABLES = `
  CREATE TABLE patient_dimension (
    patient_num INT NOT NULL, vital_status_cd VARCHAR(50), sex_cd VARCHAR(50), family_id VARCHAR(50),
    collection VARCHAR(50), consent VARCHAR(50), study_id VARCHAR(50), dx_nimh VARCHAR(50));
  CREATE TABLE observation_fact (
    encounter_num INT NOT NULL, patient_num INT NOT NULL, concept_cd VARCHAR(50) NOT NULL,
    provider_id VARCHAR(50) NOT NULL, start_date TIMESTAMP NOT NULL, modifier_cd VARCHAR(100) NOT NULL DEFAULT '@',
    instance_num INT NOT NULL DEFAULT 1, valtype_cd VARCHAR(50), tval_char VARCHAR(255), nval_num DECIMAL(18,5),
    valueflag_cd VARCHAR(50), quantity_num DECIMAL(18,5), units_cd VARCHAR(50), end_date TIMESTAMP,
    location_cd VARCHAR(50), observation_blob TEXT, confidence_num DECIMAL(18,5), update_date TIMESTAMP,
    sourcesystem_cd VARCHAR(50));
  CREATE TABLE qt_patient_set_collection (result_instance_id INT, patient_num INT);`

const INDEXES = `
  ALTER TABLE patient_dimension ADD PRIMARY KEY (patient_num);
  CREATE INDEX pd_family ON patient_dimension (family_id);
  ALTER TABLE observation_fact ADD PRIMARY KEY
    (patient_num, concept_cd, modifier_cd, start_date, encounter_num, instance_num, provider_id);
  CREATE INDEX of_idx_clusteredconcept ON observation_fact (concept_cd);
  CREATE INDEX of_idx_allobservation_fact ON observation_fact
    (patient_num, encounter_num, concept_cd, start_date, provider_id, modifier_cd, instance_num, valtype_cd,
     tval_char, nval_num, valueflag_cd, quantity_num, units_cd, end_date, location_cd, confidence_num);
  CREATE INDEX of_idx_start_date ON observation_fact (start_date, patient_num);
  CREATE INDEX of_idx_modifier ON observation_fact (modifier_cd);
  CREATE INDEX of_idx_encounter_patient ON observation_fact (encounter_num, patient_num, instance_num);
  CREATE INDEX qt_idx_result ON qt_patient_set_collection (result_instance_id);
  VACUUM ANALYZE;`

/** A variable of the study: its column, and its concept. */
export interface StudyColumn {
  readonly form: number
  readonly place: number
}

export function conceptOf({ form, place }: StudyColumn): string {
  return `F${form}_V${place}`
}

/** Creates the star schema of these answers; returns the number of facts. */
export async function makeStarSchema(
  postgres: PrivatePostgres,
  study: Connection,
  columns: readonly StudyColumn[],
): Promise<number> {
  await postgres.psql(TABLES)
  const folder = mkdtempSync(join(tmpdir(), 'diver-star-'))
  chmodSync(folder, 0o755)
  const file = join(folder, 'rows.csv')
  const copy = async (table: string, query: string) => {
    await study.run(`COPY (${query}) TO '${file}' (HEADER false)`)
    await postgres.psql(`\\copy ${table} FROM '${file}' (FORMAT csv)`)
  }
  try {
    await copy(
      'patient_dimension (patient_num, sex_cd, family_id, collection, consent, study_id, dx_nimh)',
      'SELECT individual_no, sex, family_id, collection, consent, study_id, dx_nimh FROM individual',
    )
    // Participant by participant, the order of insertion in practice.
    const answers = columns.map(
      (column) =>
        `SELECT ${column.form} AS encounter_num, individual_no, '${conceptOf(column)}' AS concept_cd, CAST(v${column.place} AS VARCHAR) AS answer
         FROM bench_form_${column.form} WHERE v${column.place} IS NOT NULL`,
    )
    await copy(
      'observation_fact (encounter_num, patient_num, concept_cd, provider_id, start_date, valtype_cd, tval_char, units_cd, location_cd, sourcesystem_cd)',
      `SELECT encounter_num, individual_no, concept_cd, '@', '2020-01-01', 'T', answer, '@', '@', 'bench'
       FROM (${answers.join(' UNION ALL ')}) ORDER BY individual_no, encounter_num, concept_cd`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
  await postgres.psql(INDEXES)
  return Number(await postgres.psql('SELECT count(*) FROM observation_fact'))
}
