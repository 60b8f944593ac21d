import * as v from 'valibot'
import { appendColumns } from '#server/platform/db/row-source.ts'
import type { Participant } from '#server/modules/imports/source/store-types.ts'
import { answerTables } from '#server/platform/db/answer-tables.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { quoted } from '#server/platform/db/sql.ts'

const Numbering = v.array(v.object({ id: v.string(), no: v.number() }))

/**
 * Adds individuals and renumbers all: individual_no stays dense and in the order of individual_id. Updates rows of
 * earlier forms and cohorts. Returns the number of each individual_id.
 */
export async function storeParticipants(
  connection: Connection,
  participants: readonly Participant[],
): Promise<ReadonlyMap<string, number>> {
  await gatherIncoming(connection, participants)
  await connection.run(`
    CREATE TEMP TABLE numbering AS
    SELECT individual_id, old_no, row_number() OVER (ORDER BY individual_id)::INTEGER AS new_no
    FROM (
      SELECT individual_id, individual_no AS old_no FROM individual
      UNION ALL SELECT individual_id, NULL FROM incoming_person
    ) every_individual`)
  await moveEarlierRows(connection)
  await connection.run(`
    CREATE TEMP TABLE settled AS
    SELECT n.new_no, i.individual_id, i.family_id, f.new_no AS father_no, m.new_no AS mother_no, i.sex, i.is_placeholder,
      i.collection, i.study_id, i.consent, i.dx_nimh
    FROM individual i
    JOIN numbering n ON n.old_no = i.individual_no
    LEFT JOIN numbering f ON f.old_no = i.father_no
    LEFT JOIN numbering m ON m.old_no = i.mother_no
    UNION ALL
    SELECT n.new_no, p.individual_id, p.family_id, f.new_no, m.new_no, p.sex, p.is_placeholder,
      p.collection, p.study_id, p.consent, p.dx_nimh
    FROM incoming_person p
    JOIN numbering n USING (individual_id)
    LEFT JOIN numbering f ON f.individual_id = p.father_id
    LEFT JOIN numbering m ON m.individual_id = p.mother_id`)
  await connection.run(`DELETE FROM individual`)
  await connection.run(`INSERT INTO individual SELECT * FROM settled ORDER BY new_no`)
  for (const statement of connection.dialect.settlingIndividuals) await connection.run(statement)
  const numberById = new Map<string, number>()
  for await (const some of connection.rows(`SELECT individual_id AS id, new_no AS "no" FROM numbering`)) {
    for (const { id, no } of v.parse(Numbering, some)) numberById.set(id, no)
  }
  for (const table of ['incoming_person', 'numbering', 'settled']) await connection.run(`DROP TABLE ${table}`)
  return numberById
}

/** Relatives without a record are placeholders until a form has a record for them. */
export async function unmarkPlaceholders(connection: Connection): Promise<void> {
  for (const table of await answerTables(connection)) {
    await connection.run(
      `UPDATE individual SET is_placeholder = FALSE
       WHERE is_placeholder AND individual_no IN (SELECT individual_no FROM ${quoted(table)})`,
    )
  }
}

async function gatherIncoming(connection: Connection, participants: readonly Participant[]): Promise<void> {
  await connection.run(`
    CREATE TEMP TABLE incoming_person (
      individual_id VARCHAR, family_id VARCHAR, father_id VARCHAR, mother_id VARCHAR, sex VARCHAR,
      is_placeholder BOOLEAN, collection VARCHAR, study_id VARCHAR, consent VARCHAR, dx_nimh VARCHAR
    )`)
  const text = (value: (person: Participant) => string | null) => ({
    type: 'TEXT' as const,
    values: participants.map(value),
  })
  await appendColumns(connection, 'incoming_person', [
    text((person) => person.individualId),
    text((person) => person.familyId),
    text((person) => person.fatherId),
    text((person) => person.motherId),
    text((person) => person.sex),
    { type: 'BOOLEAN' as const, values: participants.map((person) => person.isPlaceholder) },
    text((person) => person.collection),
    text((person) => person.studyId),
    text((person) => person.consent),
    text((person) => person.dxNimh),
  ])
}

/** New numbers keep the old order, so rows keep their position. */
async function moveEarlierRows(connection: Connection): Promise<void> {
  const forms = await answerTables(connection)
  for (const table of [...forms.map(quoted), 'cohort_member', 'pedigree_mark']) {
    await renumber(connection, table, 'individual_no')
  }
  await renumber(connection, 'pedigree_mark', 'twin_of')
}

function renumber(connection: Connection, table: string, column: string) {
  return connection.run(`
    UPDATE ${table} AS t SET ${column} = n.new_no FROM numbering n
    WHERE n.old_no = t.${column} AND n.new_no <> n.old_no`)
}
