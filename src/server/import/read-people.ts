import { answerOf } from '#server/import/missing.ts'
import type { SourceForm, SourceRow } from '#server/import/source-form.ts'
import type { Person } from '#server/import/store-types.ts'

/** What holds for people whose row says nothing else. */
export interface PeopleDefaults {
  readonly collection: string
  readonly study: string
}

/** The people of a participants' table, from the columns that say something of the person as a whole. */
export function readPeople(form: SourceForm, defaults: PeopleDefaults): Person[] {
  const sexColumn = columnNamed(form, 'sex') ?? columnNamed(form, 'gender')
  return form.rows.map((row) => ({
    individualId: row.individualId,
    familyId: attribute(form, row, 'family_id') ?? row.individualId,
    fatherId: null,
    motherId: null,
    sex: sexColumn === null ? null : sexOf(form, row, sexColumn),
    isPlaceholder: false,
    collection: attribute(form, row, 'collection') ?? defaults.collection,
    studyId: attribute(form, row, 'study_id') ?? attribute(form, row, 'study') ?? defaults.study,
    consent: attribute(form, row, 'consent'),
    dxNimh: attribute(form, row, 'dx_nimh'),
  }))
}

function columnNamed(form: SourceForm, name: string): number | null {
  const index = form.columns.findIndex((column) => column.name.toLowerCase() === name)
  return index === -1 ? null : index
}

function attribute(form: SourceForm, row: SourceRow, name: string): string | null {
  const column = columnNamed(form, name)
  return column === null ? null : answerOf(row.cells[column] ?? '')
}

/** "F", "female" or a code that the dictionary calls so; anything else is unknown. */
function sexOf(form: SourceForm, row: SourceRow, column: number): Person['sex'] {
  const answer = answerOf(row.cells[column] ?? '') ?? ''
  const meaning = form.columns[column]?.description.levels.get(answer) ?? ''
  for (const word of [answer.toLowerCase(), meaning.toLowerCase()]) {
    if (word === 'f' || word === 'female') return 'F'
    if (word === 'm' || word === 'male') return 'M'
  }
  return null
}
