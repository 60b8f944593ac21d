import { countOf } from '#domain/numbers.ts'
import { PEDIGREE_FIELDS, type PedigreeField } from '#domain/import-options.ts'
import type { PedigreeRow } from '#server/modules/imports/formats/pedigree/pedigree-row.ts'
import { problemAt, type Problem } from '#server/modules/imports/source/problem.ts'

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
