import { DIAGNOSES } from '#server/demo/model/latents.ts'
import { below } from '#server/demo/model/noise.ts'
import type { Connection } from '#server/platform/db/database.ts'

/** Writes the individuals: who belongs to whom, and what the study's records say of them. */
export async function makeIndividuals(connection: Connection, schema: string): Promise<void> {
  const names = Object.entries(DIAGNOSES).map(([code, name]) => `WHEN '${code}' THEN '${name}'`)
  const consent = below(10, 'key', 'consent')
  await connection.run(`
    INSERT INTO individual (individual_no, individual_id, family_id, father_no, mother_no, sex, is_placeholder,
      collection, study_id, consent, dx_nimh)
    SELECT individual_no,
      'SYN-' || lpad(family_no::VARCHAR, 5, '0') || '-' || lpad(place_no::VARCHAR, 2, '0'),
      'SYN-' || lpad(family_no::VARCHAR, 5, '0'),
      individual_no - place_no + father_place, individual_no - place_no + mother_place,
      sex, is_placeholder, collection, study_id,
      CASE WHEN is_placeholder THEN NULL WHEN ${consent} < 6 THEN 'General research'
        WHEN ${consent} < 9 THEN 'Psychiatric research only' ELSE 'No commercial use' END,
      CASE WHEN is_placeholder OR ${below(100, 'key', 'dx-unknown')} < 4 THEN NULL ELSE CASE dx ${names.join(' ')} END END
    FROM ${schema}.subject ORDER BY individual_no`)
  await makePedigreeMarks(connection, schema)
}

/** Writes who was found first in a family, who are twins, and who has died since. */
async function makePedigreeMarks(connection: Connection, schema: string): Promise<void> {
  const hasDied = `${below(100, 'key', 'died')} < greatest(0, age - 58)`
  await connection.run(`
    INSERT INTO pedigree_mark
    SELECT individual_no, place_no = 1, ${hasDied},
      CASE WHEN twin > 0 AND place_no > 1 THEN individual_no - place_no + 1 END,
      CASE WHEN twin > 0 AND place_no > 1 THEN twin = 1 END
    FROM ${schema}.subject
    WHERE (place_no = 1 AND family_size > 1) OR (twin > 0 AND place_no > 1) OR ${hasDied}
    ORDER BY individual_no`)
}
