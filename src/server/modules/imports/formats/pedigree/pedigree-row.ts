import { sexNamed, type ParticipantDefaults } from '#server/modules/imports/source/read-participants.ts'
import type { Participant } from '#server/modules/imports/source/store-types.ts'
import { countOf } from '#domain/numbers.ts'
import { PEDIGREE_FIELDS, type PedigreeField } from '#domain/imports/import-options.ts'
import { problemAt, type Problem, answerOf } from '#server/modules/imports/source/problem.ts'

/** One row of a pedigree file. */
export interface PedigreeRow {
  readonly file: string
  readonly line: number
  readonly individualId: string
  readonly familyId: string | null
  readonly fatherId: string | null
  readonly motherId: string | null
  readonly sex: Participant['sex']
}

/** The id of a parent or family; 0 means none. */
export function idOf(cell: string): string | null {
  const answer = answerOf(cell)
  return answer === '0' ? null : answer
}

/** PLINK's 1 and 2, or a word. */
export function sexOfCell(cell: string): Participant['sex'] {
  const answer = answerOf(cell) ?? ''
  if (answer === '1') return 'M'
  return answer === '2' ? 'F' : sexNamed(answer)
}

/** Reports that a table was read as a pedigree: its columns of parents, and the number of families. */
export function pedigreeNote(
  { file, header }: { readonly file: string; readonly header: readonly string[] },
  fields: ReadonlyMap<PedigreeField, number>,
  rows: readonly PedigreeRow[],
): Problem {
  const columns = PEDIGREE_FIELDS.map((field) => {
    const place = fields.get(field)
    return place === undefined ? `no column for ${field}` : `${field} is ${header[place] ?? ''}`
  })
  const alone = fields.has('family') ? '' : ' Without a family column each person is a family.'
  return problemAt(file, null, `${familyWords(rows)}: ${columns.join(', ')}.${alone}`)
}

/** "55 individuals in 2 families". */
export function familyWords(rows: readonly PedigreeRow[]): string {
  const families = new Set(
    rows.map(({ familyId, individualId }) => JSON.stringify([familyId, familyId ?? individualId])),
  )
  return `${countOf(rows.length, 'individual')} in ${countOf(families.size, 'family', 'families')}`
}

const BIDS_PREFIX = 'sub-'

/** The database's id of each row: as written, or with or without BIDS' prefix "sub-". */
export function knownIds(
  rows: readonly PedigreeRow[],
  participants: readonly Participant[],
): ReadonlyMap<string, string> {
  if (rows.length === 0) return new Map()
  const ids = new Set(participants.map(({ individualId }) => individualId))
  return new Map(
    rows.map(({ individualId: id }) => {
      const other = id.startsWith(BIDS_PREFIX) ? id.slice(BIDS_PREFIX.length) : `${BIDS_PREFIX}${id}`
      return [id, !ids.has(id) && ids.has(other) ? other : id]
    }),
  )
}

/**
 * Adds the family, father and mother to participants. A relative without a form record is a placeholder with the
 * collection and study of a relative.
 */
export function joinPedigree(
  participants: readonly Participant[],
  rows: readonly PedigreeRow[],
  ids: ReadonlyMap<string, string>,
  hasRecord: (individualId: string) => boolean,
  defaults: ParticipantDefaults,
): Participant[] {
  if (rows.length === 0) return [...participants]
  const byId = new Map(participants.map((person) => [person.individualId, person]))
  const relatives = new Map<string, Participant>()
  for (const row of rows) {
    const person = byId.get(ids.get(row.individualId) ?? '')
    if (person && row.familyId !== null && !relatives.has(row.familyId)) relatives.set(row.familyId, person)
  }
  for (const row of rows) {
    const individualId = ids.get(row.individualId) ?? row.individualId
    const person = byId.get(individualId)
    const relative = relatives.get(row.familyId ?? '')
    byId.set(individualId, {
      ...(person ?? {
        individualId,
        isPlaceholder: !hasRecord(individualId),
        collection: relative?.collection ?? defaults.collection,
        studyId: relative?.studyId ?? defaults.study,
        consent: null,
        dxNimh: null,
      }),
      familyId: row.familyId ?? person?.familyId ?? individualId,
      fatherId: row.fatherId === null ? null : (ids.get(row.fatherId) ?? null),
      motherId: row.motherId === null ? null : (ids.get(row.motherId) ?? null),
      sex: row.sex ?? person?.sex ?? null,
    })
  }
  return [...byId.values()]
}
