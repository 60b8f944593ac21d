import { PEDIGREE_FIELDS, type PedigreeField } from '#domain/imports/import-options.ts'
import { countOf } from '#domain/numbers.ts'
import { problemAt, type Problem, answerOf, isPresent } from '#server/modules/imports/source/problem.ts'
import { sexNamed, type ParticipantDefaults } from '#server/modules/imports/source/read-participants.ts'
import type { Participant } from '#server/modules/imports/source/store-types.ts'

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

export interface CheckedPedigree {
  readonly rows: readonly PedigreeRow[]
  /** Participants whose rows are all refused. */
  readonly refusedIds: ReadonlySet<string>
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
}

/**
 * Checks a pedigree: no duplicate individual, no own ancestor, mothers not male, fathers not female, parents in the
 * same family. A parent without a row is no individual (semantics, "Pedigree"); a note reports it.
 */
export function checkPedigree(given: readonly PedigreeRow[]): CheckedPedigree {
  const byId = new Map<string, PedigreeRow>()
  const refused: Problem[] = []
  for (const row of given) {
    const first = byId.get(row.individualId)
    if (first) refused.push(at(row, `${row.individualId} has a row already, on line ${first.line} of ${first.file}.`))
    else byId.set(row.individualId, row)
  }
  const refusedIds = new Set<string>()
  for (const row of byId.values()) {
    const fault = faultOf(row, byId)
    if (fault === null) continue
    refusedIds.add(row.individualId)
    refused.push(at(row, fault))
  }
  const rows = [...byId.values()].filter((row) => !refusedIds.has(row.individualId))
  const ids = new Set(rows.map((row) => row.individualId))
  const notes = rows.flatMap((row) => {
    const missing = [row.fatherId, row.motherId].filter(isPresent).filter((parent) => !ids.has(parent))
    return missing.map((parent) => at(row, `${parent}, a parent of ${row.individualId}, has no row and is left out.`))
  })
  const known = (id: string | null) => (id !== null && ids.has(id) ? id : null)
  return {
    rows: rows.map((row) => ({ ...row, fatherId: known(row.fatherId), motherId: known(row.motherId) })),
    refusedIds,
    refused: refused.sort((a, b) => a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0)),
    notes,
  }
}

function at({ file, line }: PedigreeRow, text: string): Problem {
  return problemAt(file, line, text)
}

function faultOf(row: PedigreeRow, byId: ReadonlyMap<string, PedigreeRow>): string | null {
  const { individualId, fatherId, motherId, familyId } = row
  const father = byId.get(fatherId ?? '') ?? null
  const mother = byId.get(motherId ?? '') ?? null
  if (father?.sex === 'F') return `The father of ${individualId}, ${father.individualId}, is a woman.`
  if (mother?.sex === 'M') return `The mother of ${individualId}, ${mother.individualId}, is a man.`
  if (fatherId !== null && fatherId === motherId) return `${fatherId} is both parents of ${individualId}.`
  const stranger = [father, mother].filter(isPresent).find((parent) => parent.familyId !== familyId)
  if (stranger) return `${stranger.individualId}, a parent of ${individualId}, belongs to another family.`
  return isOwnAncestor(row, byId) ? `${individualId} is among their own ancestors.` : null
}

function isOwnAncestor({ individualId, fatherId, motherId }: PedigreeRow, byId: ReadonlyMap<string, PedigreeRow>) {
  const seen = new Set<string>()
  const waiting = [fatherId, motherId].filter(isPresent)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === individualId) return true
    if (seen.has(id)) continue
    seen.add(id)
    const { fatherId: father = null, motherId: mother = null } = byId.get(id) ?? {}
    waiting.push(...[father, mother].filter(isPresent))
  }
  return false
}
