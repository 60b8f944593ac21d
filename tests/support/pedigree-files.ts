import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import * as v from 'valibot'
import type { Person, Study } from '#tests/support/study.ts'

const Rows = v.array(v.record(v.string(), v.string()))
const SEXES = new Map([
  ['1', 'M'],
  ['2', 'F'],
  ['M', 'M'],
  ['F', 'F'],
])

/** The columns of a pedigree file; affected is '1', '0', or missing. */
interface PedigreeFile {
  readonly name: string
  readonly columns: { readonly id: string; readonly family: string; readonly father: string; readonly mother: string }
  readonly affected: (row: Readonly<Record<string, string>>) => string | undefined
}

const known = (value: string | undefined) =>
  value === undefined || ['', 'NA', '0'].includes(value) ? undefined : value

export const SAMPLE_PED: PedigreeFile = {
  name: 'sample.ped.csv',
  columns: { id: 'id', family: 'ped', father: 'father', mother: 'mother' },
  affected: ({ affected }) => (affected === 'NA' ? undefined : affected),
}

/** European royals; "affected" by a title, missing without a known birth. */
export const ROYAL_92: PedigreeFile = {
  name: 'royal92.csv',
  columns: { id: 'personID', family: 'famID', father: 'dadID', mother: 'momID' },
  affected: (row) => {
    if (known(row['attribute_title']) !== undefined) return '1'
    return known(row['birth_date']) === undefined ? undefined : '0'
  },
}

/** The rows of the file as it stands. */
export function pedigreeRows({ name }: PedigreeFile): Readonly<Record<string, string>>[] {
  const folder = join(process.env['TEST_DATASETS'] ?? '', 'small_pedigrees_and_psych')
  return v.parse(Rows, parse(readFileSync(join(folder, name), 'utf8'), { columns: true, skip_empty_lines: true }))
}

/** A pedigree file as a study with one form, given to all. */
export function pedigreeStudy(file: PedigreeFile): Study {
  const { columns, affected } = file
  const rows = pedigreeRows(file)
  const participants = rows.map((row): Person => {
    const [father, mother, sex] = [known(row[columns.father]), known(row[columns.mother]), SEXES.get(row['sex'] ?? '')]
    return {
      id: row[columns.id] ?? '',
      family: row[columns.family] ?? null,
      ...(father !== undefined && { father }),
      ...(mother !== undefined && { mother }),
      ...(sex !== undefined && { sex }),
      collection: 'bp',
      study: '1',
    }
  })
  const records = rows.map((row) => {
    const answer = affected(row)
    return [row[columns.id] ?? '', answer === undefined ? {} : { AFFECTED: answer }] as const
  })
  const variables = [{ name: 'AFFECTED', dataType: 'categorical', possibleValues: ['0', '1'] }]
  return {
    participants: participants,
    forms: [{ instrument: 'PED', version: '1', variables, records: Object.fromEntries(records) }],
  }
}
