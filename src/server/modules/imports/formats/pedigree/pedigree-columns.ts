import { PEDIGREE_FIELDS, type PedigreeField } from '#domain/imports/import-options.ts'

/** The column of each field, from `--map id=personID,…`. */
export type ColumnMap = ReadonlyMap<PedigreeField, string>

/** In place of a column's name: the ids of family and individual together, for ids that are unique within a family. */
export const FAMILY_AND_INDIVIDUAL = 'family+individual'

/** Common column names, in lower case, letters and digits only; the first match wins. */
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
    'dbgapsubjectid',
  ],
  family: ['family', 'familyid', 'fid', 'famid', 'fam', 'ped', 'pedigree', 'pedigreeid'],
  father: ['father', 'fatherid', 'dad', 'dadid', 'pat', 'paternalid', 'fa'],
  mother: ['mother', 'motherid', 'mom', 'momid', 'mat', 'maternalid', 'mo'],
  sex: ['sex', 'gender'],
}

/** The column index of each field: from the map, else by a common name. */
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

/** Whether the columns name parents. */
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

/** Parses `id=personID,family=famID`; null for another form. */
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
