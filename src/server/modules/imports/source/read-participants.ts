import { countOf } from '#domain/numbers.ts'
import { answerOf, problemAt, type Problem } from '#server/modules/imports/source/problem.ts'
import type { SourceForm, SourceRow } from '#server/modules/imports/source/source-form.ts'
import type { Participant } from '#server/modules/imports/source/store-types.ts'
import { eachWithPauses } from '#server/platform/scheduling/yield.ts'

/** Values for participants whose row has none. */
export interface ParticipantDefaults {
  readonly collection: string
  readonly study: string
}

/** Attributes of a participant, from one table. */
type Attributes = Pick<Participant, 'sex' | 'consent' | 'dxNimh'> &
  Record<'familyId' | 'collection' | 'studyId', string | null>

/** Columns with attributes of the participant. */
const ATTRIBUTES = new Set(['family_id', 'sex', 'gender', 'collection', 'study_id', 'study', 'consent', 'dx_nimh'])
const NO_ATTRIBUTES: Attributes = {
  familyId: null,
  sex: null,
  collection: null,
  studyId: null,
  consent: null,
  dxNimh: null,
}

/**
 * The participants of some tables, in the order of appearance, with their attributes. On a conflict the first table
 * wins.
 */
export async function readParticipants(
  forms: readonly SourceForm[],
  defaults: ParticipantDefaults,
  pause: () => Promise<void>,
): Promise<Participant[]> {
  const known = new Map<string, Attributes>()
  for (const form of forms) {
    const columns = columnsByName(form)
    const isSilent = ![...columns.keys()].some((name) => ATTRIBUTES.has(name))
    await eachWithPauses(form.rows, pause, (row) => {
      const found = isSilent ? NO_ATTRIBUTES : attributesOf(form, columns, row)
      const before = known.get(row.individualId)
      known.set(row.individualId, before ? firstOf(before, found) : found)
    })
  }
  const participants: Participant[] = []
  await eachWithPauses([...known], pause, ([individualId, said]) => {
    participants.push({
      individualId,
      familyId: said.familyId ?? individualId,
      fatherId: null,
      motherId: null,
      sex: said.sex,
      isPlaceholder: false,
      collection: said.collection ?? defaults.collection,
      studyId: said.studyId ?? defaults.study,
      consent: said.consent,
      dxNimh: said.dxNimh,
    })
  })
  return participants
}

function columnsByName(form: SourceForm): ReadonlyMap<string, number> {
  return new Map(form.columns.map((column, index): [string, number] => [column.name.toLowerCase(), index]).toReversed())
}

function attributesOf(form: SourceForm, columns: ReadonlyMap<string, number>, row: SourceRow): Attributes {
  const attribute = (name: string) => {
    const column = columns.get(name)
    return column === undefined ? null : answerOf(form.cell(row.offset, column))
  }
  const sexColumn = columns.get('sex') ?? columns.get('gender')
  return {
    familyId: attribute('family_id'),
    sex: sexColumn === undefined ? null : sexOf(form, row, sexColumn),
    collection: attribute('collection'),
    studyId: attribute('study_id') ?? attribute('study'),
    consent: attribute('consent'),
    dxNimh: attribute('dx_nimh'),
  }
}

function firstOf(one: Attributes, other: Attributes): Attributes {
  return {
    familyId: one.familyId ?? other.familyId,
    sex: one.sex ?? other.sex,
    collection: one.collection ?? other.collection,
    studyId: one.studyId ?? other.studyId,
    consent: one.consent ?? other.consent,
    dxNimh: one.dxNimh ?? other.dxNimh,
  }
}

/** "F", "female", or a code with such a meaning; anything else is unknown. */
function sexOf(form: SourceForm, row: SourceRow, column: number): Participant['sex'] {
  const answer = answerOf(form.cell(row.offset, column)) ?? ''
  return sexNamed(answer) ?? sexNamed(form.columns[column]?.description.levels.get(answer) ?? '')
}

/** A note on a column of sex with codes that no dictionary explains. */
export function codedSexNotes(form: SourceForm): Problem[] {
  const columns = columnsByName(form)
  const column = columns.get('sex') ?? columns.get('gender')
  if (column === undefined) return []
  const { name = '', description } = form.columns[column] ?? {}
  const unclear = new Map<string, number>()
  for (const { offset } of form.rows) {
    const answer = answerOf(form.cell(offset, column))
    if (answer === null || sexNamed(answer) !== null) continue
    if (sexNamed(description?.levels.get(answer) ?? '') === null) unclear.set(answer, (unclear.get(answer) ?? 0) + 1)
  }
  if (!unclear.has('1') && !unclear.has('2')) return []
  const words = [...unclear].map(([code, count]) => `"${code}" ${countOf(count, 'time')}`).join(', ')
  const text = `${name}: ${words}: nothing says which code is female, so the sex of these people is unknown; a dictionary with the levels 1=male;2=female says it.`
  return [problemAt(form.file, null, text)]
}

const FEMALE = new Set(['f', 'female', 'woman', 'girl'])
const MALE = new Set(['m', 'male', 'man', 'boy'])

/** F or M for the common words; null for others. */
export function sexNamed(word: string): Participant['sex'] {
  const lower = word.toLowerCase()
  if (FEMALE.has(lower)) return 'F'
  return MALE.has(lower) ? 'M' : null
}
