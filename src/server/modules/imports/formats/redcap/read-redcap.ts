import type { RepeatRules } from '#domain/imports/import-options.ts'
import type { ImportFormat } from '#server/modules/imports/formats/import-format.ts'
import { isPedigree, pedigreeColumns } from '#server/modules/imports/formats/pedigree/pedigree-columns.ts'
import { notAvailableNotes, refuseUnknownColumns } from '#server/modules/imports/formats/plain/folder-tables.ts'
import { refuseRules, settleRepeats } from '#server/modules/imports/formats/plain/repeated-rows.ts'
import { readTableForm } from '#server/modules/imports/formats/plain/table-form.ts'
import {
  isRedcapDictionary,
  readRedcapDictionary,
  type RedcapField,
} from '#server/modules/imports/formats/redcap/redcap-dictionary.ts'
import type { DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'
import { identifiedRows } from '#server/modules/imports/source/identified-rows.ts'
import {
  ProblemCollector,
  ImportRefused,
  problemAt,
  type Problem,
  answerOf,
} from '#server/modules/imports/source/problem.ts'
import { type SourceForm, type SourceRow, ownForms } from '#server/modules/imports/source/source-form.ts'

/** A REDCap project, with pedigree tables beside its records. */
export const REDCAP_PROJECT: ImportFormat = {
  detect: async ({ readTables }) => (await readTables()).tables.some(isRedcapDictionary),
  read: async (folder, { map, repeat, keepsNotAvailable, refuseRelative }) => {
    const { tables, unreadable } = await folder.readTables()
    const problems = new ProblemCollector(unreadable)
    problems.attempt(() => refuseUnknownColumns(tables, map))
    problems.throwIfAny()
    const dictionary = tables.find(isRedcapDictionary)
    if (dictionary === undefined) throw new Error('The folder has no REDCap dictionary.')
    const others = tables.filter((table) => table !== dictionary)
    const isFamily = ({ header }: DelimitedTable) => isPedigree(pedigreeColumns(header, map))
    const records = others.filter((table) => !isFamily(table))
    const project = readRedcap(dictionary, records, repeat)
    const families = others.filter(isFamily).map((table) => readTableForm(table, map, () => null, refuseRelative))
    return {
      forms: [...project.forms, ...families.map(({ form }) => form).filter(({ columns }) => columns.length > 0)],
      pedigree: families.flatMap(({ pedigree }) => pedigree),
      listsParticipants: false,
      isCatalogAlone: others.length === 0,
      refused: [...project.refused, ...families.flatMap(({ refused }) => refused)],
      notes: [
        ...project.notes,
        ...families.flatMap((family) => family.notes),
        ...notAvailableNotes(others, keepsNotAvailable),
      ],
    }
  },
}

export interface RedcapTables {
  readonly forms: readonly SourceForm[]
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
}

const FORM_STATE = '_complete'
const NOT_STARTED = '0'

/**
 * A REDCap project: the data dictionary, and the records exported as raw values, one row a record. Without records it
 * is a catalog.
 */
export function readRedcap(
  dictionary: DelimitedTable,
  records: readonly DelimitedTable[],
  repeat: RepeatRules,
): RedcapTables {
  const [id, ...fields] = readRedcapDictionary(dictionary)
  if (!id) throw new ImportRefused([problemAt(dictionary.file, 1, 'The dictionary has no fields.')])
  const byForm = new Map<string, RedcapField[]>()
  for (const field of fields) byForm.set(field.form, [...(byForm.get(field.form) ?? []), field])
  const [first, ...others] = records
  if (first && others.length > 0) {
    throw new ImportRefused([problemAt(others[0]?.file ?? '', null, 'A REDCap project has one table of records.')])
  }
  if (!first) {
    const forms = [...byForm].map(([form, formFields]) => formOf(dictionary.file, form, formFields, null))
    return { forms: ownForms(forms), refused: [], notes: [] }
  }
  const place = first.header.indexOf(id.name)
  if (place === -1) {
    throw new ImportRefused([problemAt(first.file, 1, `There is no column ${id.name}, the first of the dictionary.`)])
  }
  refuseRules(first, repeat, { format: 'a REDCap project', ways: ['count', 'any', 'worst'] })
  const table = settleRepeats(first, place, repeat)
  const { rows, refused } = identifiedRows(table, () => null, table.header.indexOf(id.name))
  const read = recordsOf(table, rows)
  return {
    forms: ownForms([...byForm].map(([form, formFields]) => formOf(first.file, form, formFields, read))),
    refused,
    notes: [
      ...(table.remarks ?? []),
      ...fields
        .filter((field) => columnsOf(read, field, 0).every((column) => column === undefined))
        .map((field) => problemAt(first.file, 1, `There is no column for ${field.name}.`)),
    ],
  }
}

/** The records of a project; longitudinal projects have the columns of each event. */
interface Records {
  readonly table: DelimitedTable
  readonly rows: readonly SourceRow[]
  readonly visits: number
  readonly places: ReadonlyMap<string, readonly number[]>
}

function recordsOf(table: DelimitedTable, rows: readonly SourceRow[]): Records {
  const places = new Map<string, number[]>()
  for (const [place, name] of (table.described ?? table.header).entries()) {
    places.set(name, [...(places.get(name) ?? []), place])
  }
  return { table, rows, places, visits: Math.max(1, ...[...places.values()].map((all) => all.length)) }
}

/** The columns of a field at a visit: one, or one for each code of a checkbox. */
function columnsOf({ places }: Records, { name, isCheckbox, description }: RedcapField, visit: number) {
  const names = isCheckbox ? [...description.levels.keys()].map((code) => columnOfCode(name, code)) : [name]
  return names.map((column) => places.get(column)?.[visit])
}

/** Whether the form was started; a table without a status column decides by the answers. */
function isStarted({ table, places }: Records, form: string, { offset }: SourceRow): boolean {
  const states = places.get(`${form}${FORM_STATE}`) ?? []
  return states.some((place) => ![null, NOT_STARTED].includes(answerOf(table.cell(offset, place))))
}

/** REDCap's column names have the code in lower case, with an underscore for a minus. */
function columnOfCode(name: string, code: string): string {
  return `${name}___${code.toLowerCase().replaceAll('-', '_')}`
}

function formOf(file: string, form: string, fields: readonly RedcapField[], records: Records | null): SourceForm {
  const visits = Array.from({ length: records?.visits ?? 1 }, (_, visit) => visit)
  const asked = visits.flatMap((visit) =>
    fields.map((field) => ({ field, visit, columns: records === null ? [] : columnsOf(records, field, visit) })),
  )
  const cell: SourceForm['cell'] = (offset, column) => {
    const found = asked[column]
    return records === null || found === undefined ? '' : cellOf(records.table, found, offset)
  }
  const isAnswered = ({ offset }: SourceRow) => asked.some((_, column) => answerOf(cell(offset, column)) !== null)
  return {
    file,
    instrument: form,
    title: form.replaceAll('_', ' '),
    isParticipants: false,
    columns: asked.map(({ field, visit }) => ({
      name: visits.length > 1 ? `${field.name}_${visit + 1}` : field.name,
      description: field.description,
      ...(visits.length > 1 && { visitOf: field.name }),
    })),
    rows: records === null ? [] : records.rows.filter((row) => isStarted(records, form, row) || isAnswered(row)),
    cell,
  }
}

interface RequestedFields {
  readonly field: RedcapField
  readonly columns: readonly (number | undefined)[]
}

function cellOf(table: DelimitedTable, { field, columns }: RequestedFields, offset: number): string {
  const textOf = (column: number | undefined) => (column === undefined ? '' : table.cell(offset, column))
  if (!field.isCheckbox) return textOf(columns[0])
  return [...field.description.levels.keys()].filter((_, place) => textOf(columns[place]).trim() === '1').join(';')
}
