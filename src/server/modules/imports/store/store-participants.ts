import * as v from 'valibot'
import type { Participant } from '#server/modules/imports/source/store-types.ts'
import type { CellValue, ColumnType, Connection } from '#server/platform/db/database.ts'
import { createLongPause } from '#server/platform/scheduling/yield.ts'

const Numbering = v.array(v.object({ id: v.string(), no: v.number() }))

/**
 * Adds individuals after those known, in the order of individual_id. The numbers of known individuals never change:
 * saved members, earlier releases and the disclosure history refer to them. Returns the number of each individual_id.
 */
export async function storeParticipants(
  connection: Connection,
  participants: readonly Participant[],
): Promise<ReadonlyMap<string, number>> {
  await gatherIncoming(connection, participants)
  await connection.run(`
    CREATE TEMP TABLE numbering AS
    SELECT individual_id, individual_no AS no FROM individual
    UNION ALL
    SELECT individual_id, (row_number() OVER (ORDER BY individual_id) +
      (SELECT coalesce(max(individual_no), 0) FROM individual))::INTEGER FROM incoming_person`)
  await connection.run(`
    INSERT INTO individual (individual_no, individual_id, family_id, father_no, mother_no, sex, is_placeholder,
      collection, study_id, consent, dx_nimh)
    SELECT n.no, p.individual_id, p.family_id, f.no, m.no, p.sex, p.is_placeholder, p.collection, p.study_id,
      p.consent, p.dx_nimh
    FROM incoming_person p
    JOIN numbering n USING (individual_id)
    LEFT JOIN numbering f ON f.individual_id = p.father_id
    LEFT JOIN numbering m ON m.individual_id = p.mother_id
    ORDER BY n.no`)
  for (const statement of connection.dialect.settlingIndividuals) await connection.run(statement)
  const numberById = new Map<string, number>()
  for await (const some of connection.rows(`SELECT individual_id AS id, no FROM numbering`)) {
    for (const { id, no } of v.parse(Numbering, some)) numberById.set(id, no)
  }
  for (const table of ['incoming_person', 'numbering']) await connection.run(`DROP TABLE ${table}`)
  return numberById
}

async function gatherIncoming(connection: Connection, participants: readonly Participant[]): Promise<void> {
  await connection.run(`
    CREATE TEMP TABLE incoming_person (
      individual_id VARCHAR, family_id VARCHAR, father_id VARCHAR, mother_id VARCHAR, sex VARCHAR,
      is_placeholder BOOLEAN, collection VARCHAR, study_id VARCHAR, consent VARCHAR, dx_nimh VARCHAR
    )`)
  const text = (value: (person: Participant) => string | null) => ({ type: 'TEXT' as const, value })
  const columns: readonly { readonly type: ColumnType; readonly value: (person: Participant) => CellValue }[] = [
    text((person) => person.individualId),
    text((person) => person.familyId),
    text((person) => person.fatherId),
    text((person) => person.motherId),
    text((person) => person.sex),
    { type: 'BOOLEAN', value: (person) => person.isPlaceholder },
    text((person) => person.collection),
    text((person) => person.studyId),
    text((person) => person.consent),
    text((person) => person.dxNimh),
  ]
  const rows = {
    types: columns.map(({ type }) => type),
    rowCount: participants.length,
    values: (column: number, from: number, to: number) =>
      participants.slice(from, to).map((person) => columns[column]?.value(person) ?? null),
  }
  await connection.append('incoming_person', rows, createLongPause())
}
