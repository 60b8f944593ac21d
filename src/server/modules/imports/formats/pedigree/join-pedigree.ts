import type { PedigreeRow } from '#server/modules/imports/formats/pedigree/pedigree-row.ts'
import type { ParticipantDefaults } from '#server/modules/imports/source/read-people.ts'
import type { Participant } from '#server/modules/imports/source/store-types.ts'

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
