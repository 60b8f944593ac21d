import { sexNamed } from '#server/modules/imports/source/read-people.ts'
import type { Participant } from '#server/modules/imports/source/store-types.ts'
import { countOf } from '#domain/numbers.ts'
import { PEDIGREE_FIELDS, type PedigreeField } from '#domain/import-options.ts'
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
