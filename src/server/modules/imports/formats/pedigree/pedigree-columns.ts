import { PEDIGREE_FIELDS, type PedigreeField } from '#domain/import-options.ts'

/** Which column of the files holds each field, where somebody says so (`--map id=personID,…`). */
export type ColumnMap = ReadonlyMap<PedigreeField, string>

/** Names that such columns commonly have, in lower case without anything but letters and digits; the first found holds. */
const SYNONYMS: Readonly<Record<PedigreeField, readonly string[]>> = {
  id: [
    'participantid',
    'individualid',
    'usubjid',
    'subjectid',
    'subjid',
    'patientid',
    'personid',
    'id',
    'iid',
    'individual',
    'person',
    'subject',
    'patient',
  ],
  family: ['family', 'familyid', 'fid', 'famid', 'fam', 'ped', 'pedigree', 'pedigreeid'],
  father: ['father', 'fatherid', 'dad', 'dadid', 'pat', 'paternalid', 'fa'],
  mother: ['mother', 'motherid', 'mom', 'momid', 'mat', 'maternalid', 'mo'],
  sex: ['sex', 'gender'],
}

/** The place of each field's column in a header: by the map where it has the column named, else by a common name. */
export function pedigreeColumns(header: readonly string[], map: ColumnMap): ReadonlyMap<PedigreeField, number> {
  const plain = header.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  const found = new Map<PedigreeField, number>()
  for (const field of PEDIGREE_FIELDS) {
    const column = map.get(field)
    const named = column === undefined ? -1 : header.indexOf(column)
    const place = named === -1 ? firstOf(plain, SYNONYMS[field]) : named
    if (place !== -1) found.set(field, place)
  }
  return found
}

/** Whether a table with such columns is a pedigree: it says who is whose child. */
export function isPedigree(columns: ReadonlyMap<PedigreeField, number>): boolean {
  return columns.has('id') && columns.has('father') && columns.has('mother')
}

function firstOf(names: readonly string[], wanted: readonly string[]): number {
  for (const name of wanted) {
    const place = names.indexOf(name)
    if (place !== -1) return place
  }
  return -1
}

/** Reads `id=personID,family=famID`; null where it is not of that form. */
export function readColumnMap(text: string): ColumnMap | null {
  const map = new Map<PedigreeField, string>()
  for (const part of text.split(',')) {
    const [, name, column] = /^\s*(\w+)\s*=\s*(.+?)\s*$/.exec(part) ?? []
    const field = PEDIGREE_FIELDS.find((known) => known === name)
    if (field === undefined || column === undefined || map.has(field)) return null
    map.set(field, column)
  }
  return map
}
