import { PEDIGREE_FIELDS, type PedigreeField } from '#domain/imports/import-options.ts'
import { countOf } from '#domain/numbers.ts'
import { compareTexts } from '#domain/text/text.ts'
import { problemAt, type Problem, answerOf, isPresent } from '#server/modules/imports/source/problem.ts'
import { sexNamed, type ParticipantDefaults } from '#server/modules/imports/source/read-participants.ts'
import type { Participant } from '#server/modules/imports/source/store-types.ts'
import { createLongPause, eachWithPauses } from '#server/platform/scheduling/yield.ts'

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

const CODES_OF_NONE = new Set(['0', '.', '-9', 'NA'])

/** The id of a parent or family; null for the codes of none: 0, NA, ".", -9. */
export function idOf(cell: string): string | null {
  const answer = answerOf(cell)
  return answer === null || CODES_OF_NONE.has(answer) ? null : answer
}

/** Rows without a family belong to that of their parents and children; it has the id of its first individual. */
export async function withFamiliesOfLinks(
  rows: readonly PedigreeRow[],
  pause: () => Promise<void>,
): Promise<readonly PedigreeRow[]> {
  if (!rows.some(({ familyId }) => familyId === null)) return rows
  const alone = new Map(rows.filter(({ familyId }) => familyId === null).map((row) => [row.individualId, row]))
  const heads = new Map<string, string>()
  const headOf = (id: string): string => {
    let head = id
    for (let next = heads.get(head); next !== undefined && next !== head; next = heads.get(head)) head = next
    // Later look-ups are short.
    for (let passed = id; passed !== head;) {
      const next = heads.get(passed) ?? head
      heads.set(passed, head)
      passed = next
    }
    return head
  }
  const order = new Map([...alone.keys()].map((id, place) => [id, place]))
  const sizes = new Map<string, number>()
  await eachWithPauses([...alone.values()], pause, ({ individualId, fatherId, motherId }) => {
    for (const parent of [fatherId, motherId].filter(isPresent).map((id) => sameId(id, alone))) {
      if (!alone.has(parent)) continue
      const [one, other] = [headOf(individualId), headOf(parent)].toSorted(
        (a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0),
      )
      if (one !== undefined && other !== undefined && one !== other) heads.set(other, one)
    }
  })
  await eachWithPauses([...alone.keys()], pause, (id) => sizes.set(headOf(id), (sizes.get(headOf(id)) ?? 0) + 1))
  const joined: PedigreeRow[] = []
  await eachWithPauses(rows, pause, (row) => {
    const head = row.familyId === null ? headOf(row.individualId) : row.familyId
    joined.push(row.familyId === null && (sizes.get(head) ?? 0) > 1 ? { ...row, familyId: head } : row)
  })
  return joined
}

/** The id as the rows write it: pandas writes 1 as 1.0 in a column with blanks. */
function sameId(id: string, rows: ReadonlyMap<string, unknown>): string {
  const whole = id.replace(/^(\d+)\.0+$/, '$1')
  return rows.has(id) || !rows.has(whole) ? id : whole
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
  const alone = fields.has('family') ? '' : ' Without a family column, parents and children are a family.'
  return problemAt(file, null, `${familyWords(rows)}: ${columns.join(', ')}.${alone}`)
}

/** "55 individuals in 2 families". */
export function familyWords(rows: readonly PedigreeRow[]): string {
  const families = new Set<string>()
  const alone = new Set<string>()
  for (const { familyId, individualId } of rows) {
    if (familyId === null) alone.add(individualId)
    else families.add(familyId)
  }
  return `${countOf(rows.length, 'individual')} in ${countOf(families.size + alone.size, 'family', 'families')}`
}

const BIDS_PREFIX = 'sub-'

/** The database's id of each row: as written, or with or without BIDS' prefix "sub-". */
export async function knownIds(
  rows: readonly PedigreeRow[],
  participants: readonly Participant[],
  pause: () => Promise<void>,
): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>()
  if (rows.length === 0) return known
  const ids = new Set<string>()
  await eachWithPauses(participants, pause, ({ individualId }) => ids.add(individualId))
  await eachWithPauses(rows, pause, ({ individualId: id }) => {
    const other = id.startsWith(BIDS_PREFIX) ? id.slice(BIDS_PREFIX.length) : `${BIDS_PREFIX}${id}`
    known.set(id, !ids.has(id) && ids.has(other) ? other : id)
  })
  return known
}

export interface PedigreeToJoin {
  readonly rows: readonly PedigreeRow[]
  /** The database's id of each row. */
  readonly ids: ReadonlyMap<string, string>
  readonly hasRecord: (individualId: string) => boolean
  readonly defaults: ParticipantDefaults
}

/**
 * Adds the family, father and mother to participants. A relative without a form record is a placeholder with the
 * collection and study of a relative.
 */
export async function joinPedigree(
  participants: readonly Participant[],
  { rows, ids, hasRecord, defaults }: PedigreeToJoin,
  pause: () => Promise<void>,
): Promise<readonly Participant[]> {
  if (rows.length === 0) return participants
  const byId = new Map<string, Participant>()
  await eachWithPauses(participants, pause, (person) => byId.set(person.individualId, person))
  const relatives = new Map<string, Participant>()
  await eachWithPauses(rows, pause, (row) => {
    const person = byId.get(ids.get(row.individualId) ?? '')
    if (person && row.familyId !== null && !relatives.has(row.familyId)) relatives.set(row.familyId, person)
  })
  await eachWithPauses(rows, pause, (row) => {
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
  })
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
export async function checkPedigree(
  pedigreeRows: readonly PedigreeRow[],
  pause = createLongPause(),
): Promise<CheckedPedigree> {
  const read = new Map<string, PedigreeRow>()
  const refused: Problem[] = []
  await eachWithPauses(pedigreeRows, pause, (row) => {
    const first = read.get(row.individualId)
    if (first) refused.push(takenId(row, first))
    else read.set(row.individualId, row)
  })
  const written = (id: string | null) => (id === null ? null : sameId(id, read))
  const byId = new Map<string, PedigreeRow>()
  await eachWithPauses([...read], pause, ([id, row]) =>
    byId.set(id, { ...row, fatherId: written(row.fatherId), motherId: written(row.motherId) }),
  )
  const onCycle = await ownAncestors(byId, pause)
  const refusedIds = new Set<string>()
  const sound = new Map<string, PedigreeRow>()
  await eachWithPauses([...byId.values()], pause, (row) => {
    const fault = faultOf(row, byId, onCycle)
    if (fault === null) {
      sound.set(row.individualId, row)
      return
    }
    refusedIds.add(row.individualId)
    refused.push(problemOf(row, fault))
  })
  const rows: PedigreeRow[] = []
  const notes: Problem[] = []
  const known = (id: string | null) => (id !== null && sound.has(id) ? id : null)
  await eachWithPauses([...sound.values()], pause, (row) => {
    for (const parent of [row.fatherId, row.motherId].filter(isPresent).filter((id) => !sound.has(id))) {
      notes.push(problemOf(row, `${parent}, a parent of ${row.individualId}, has no row and is left out.`))
    }
    rows.push({ ...row, fatherId: known(row.fatherId), motherId: known(row.motherId) })
  })
  return {
    rows,
    refusedIds,
    refused: refused.sort((a, b) => compareTexts(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0)),
    notes,
  }
}

function takenId(row: PedigreeRow, first: PedigreeRow): Problem {
  const taken = `${row.individualId} has a row already, on line ${first.line} of ${first.file}`
  if (row.familyId === first.familyId) return problemOf(row, `${taken}.`)
  return { ...problemOf(row, `${taken}, in another family.`), remedy: 'both-ids' }
}

function problemOf({ file, line }: PedigreeRow, text: string): Problem {
  return problemAt(file, line, text)
}

function faultOf(
  row: PedigreeRow,
  byId: ReadonlyMap<string, PedigreeRow>,
  onCycle: ReadonlySet<string>,
): string | null {
  const { individualId, fatherId, motherId, familyId } = row
  const father = byId.get(fatherId ?? '') ?? null
  const mother = byId.get(motherId ?? '') ?? null
  if (father?.sex === 'F') return `The father of ${individualId}, ${father.individualId}, is a woman.`
  if (mother?.sex === 'M') return `The mother of ${individualId}, ${mother.individualId}, is a man.`
  if (fatherId !== null && fatherId === motherId) return `${fatherId} is both parents of ${individualId}.`
  const stranger = [father, mother].filter(isPresent).find((parent) => parent.familyId !== familyId)
  if (stranger) return `${stranger.individualId}, a parent of ${individualId}, belongs to another family.`
  return onCycle.has(individualId) ? `${individualId} is among their own ancestors.` : null
}

/**
 * The individuals who are among their own ancestors: those on a cycle of parents, by Tarjan's algorithm for strongly
 * connected components (1972) in linear time, without recursion.
 */
async function ownAncestors(
  byId: ReadonlyMap<string, PedigreeRow>,
  pause: () => Promise<void>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  /** In the order of discovery; `low` is the earliest individual on the path that is known to be reached. */
  const visits = new Map<string, { readonly index: number; low: number; isOpen: boolean }>()
  const open: string[] = []
  const parentsOf = (id: string) => {
    const { fatherId = null, motherId = null } = byId.get(id) ?? {}
    return [fatherId, motherId].filter(isPresent).filter((parent) => byId.has(parent))
  }
  const visit = (id: string) => {
    const made = { index: visits.size, low: visits.size, isOpen: true }
    visits.set(id, made)
    open.push(id)
    return { id, visit: made, parents: parentsOf(id), next: 0 }
  }
  for (const first of byId.keys()) {
    const path = visits.has(first) ? [] : [visit(first)]
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      await pause()
      const parent = step.parents[step.next++]
      const known = parent === undefined ? undefined : visits.get(parent)
      if (parent !== undefined) {
        if (!known) path.push(visit(parent))
        else if (known.isOpen) step.visit.low = Math.min(step.visit.low, known.index)
        continue
      }
      path.pop()
      const before = path.at(-1)
      if (before) before.visit.low = Math.min(before.visit.low, step.visit.low)
      if (step.visit.low === step.visit.index) closeComponent(step.id, step.parents)
    }
  }
  return found

  function closeComponent(root: string, parents: readonly string[]): void {
    const members = open.splice(open.lastIndexOf(root))
    for (const id of members) {
      const visited = visits.get(id)
      if (visited) visited.isOpen = false
    }
    if (members.length > 1 || parents.includes(root)) for (const id of members) found.add(id)
  }
}
