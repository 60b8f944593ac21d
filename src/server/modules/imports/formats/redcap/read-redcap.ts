import { plainNumber } from '#domain/data-types/number.ts'
import { formName } from '#domain/imports/import-options.ts'
import { countOf } from '#domain/numbers.ts'
import type { FormatOptions, ImportFormat } from '#server/modules/imports/formats/import-format.ts'
import { isPedigree, pedigreeColumns } from '#server/modules/imports/formats/pedigree/pedigree-columns.ts'
import { notAvailableNotes, refuseUnknownColumns } from '#server/modules/imports/formats/plain/folder-tables.ts'
import { refuseRules } from '#server/modules/imports/formats/plain/repeated-rows.ts'
import { readTableForm, type TableForm } from '#server/modules/imports/formats/plain/table-form.ts'
import {
  columnOfCode,
  isRedcapDictionary,
  readRedcapDictionary,
  type RedcapField,
} from '#server/modules/imports/formats/redcap/redcap-dictionary.ts'
import { readRedcapRecords, type RedcapRecords } from '#server/modules/imports/formats/redcap/redcap-records.ts'
import type { DelimitedTable } from '#server/modules/imports/source/delimited-table.ts'
import {
  ProblemCollector,
  ImportRefused,
  problemAt,
  type Problem,
  answerOf,
} from '#server/modules/imports/source/problem.ts'
import { type SourceForm, type SourceRow, ownForms, undescribed } from '#server/modules/imports/source/source-form.ts'
import { isFilled, type TableUse } from '#server/modules/imports/source/table-account.ts'

/** A REDCap project, with pedigree tables beside its records. */
export const REDCAP_PROJECT: ImportFormat = {
  detect: async ({ readTables }) => (await readTables()).tables.some(isRedcapDictionary),
  read: async (folder, options) => {
    const { map, repeat, eventsBefore, keepsNotAvailable } = options
    const { tables, unreadable } = await folder.readTables()
    const problems = new ProblemCollector(unreadable)
    problems.attempt(() => refuseUnknownColumns(tables, options))
    problems.throwIfAny()
    const dictionary = tables.find(isRedcapDictionary)
    if (dictionary === undefined) throw new Error('The folder has no REDCap dictionary.')
    const others = tables.filter((table) => table !== dictionary)
    const isFamily = ({ header }: DelimitedTable) => isPedigree(pedigreeColumns(header, map))
    const records = others.filter((table) => !isFamily(table))
    const project = await readRedcap(dictionary, records, { repeat, eventsBefore })
    const families: TableForm[] = []
    for (const table of others.filter(isFamily)) families.push(await readTableForm(table, options, () => null))
    return {
      forms: [...project.forms, ...families.map(({ form }) => form).filter(({ columns }) => columns.length > 0)],
      leftOutFiles: [...folder.packages.keys()],
      events: project.events,
      uses: [...project.uses, ...families.map(({ use }) => use)],
      pedigree: families.flatMap(({ pedigree }) => pedigree),
      listsParticipants: false,
      isCatalogAlone: others.length === 0,
      refused: [...project.refused, ...families.flatMap(({ refused }) => refused)],
      notes: [
        ...project.notes,
        ...[...folder.packages.keys()].map((file) =>
          problemAt(file, null, 'Left out: the dictionary of REDCap describes these tables.'),
        ),
        ...families.flatMap((family) => family.notes),
        ...notAvailableNotes(others, keepsNotAvailable),
      ],
    }
  },
}

export interface RedcapTables {
  readonly forms: readonly SourceForm[]
  readonly events: readonly string[]
  readonly uses: readonly TableUse[]
  readonly refused: readonly Problem[]
  readonly notes: readonly Problem[]
}

const FORM_STATE = '_complete'
const NOT_STARTED = '0'

/** A REDCap project: the data dictionary, and the exported records. Without records it is a catalog. */
export async function readRedcap(
  dictionary: DelimitedTable,
  recordTables: readonly DelimitedTable[],
  options: Pick<FormatOptions, 'repeat' | 'eventsBefore'>,
): Promise<RedcapTables> {
  const [id, ...fields] = readRedcapDictionary(dictionary)
  if (!id) throw new ImportRefused([problemAt(dictionary.file, 1, 'The dictionary has no fields.')])
  const byForm = new Map<string, RedcapField[]>()
  for (const field of fields) byForm.set(field.form, [...(byForm.get(field.form) ?? []), field])
  const [exported, ...others] = recordTables
  if (exported && others.length > 0) {
    throw new ImportRefused([problemAt(others[0]?.file ?? '', null, 'A REDCap project has one table of records.')])
  }
  if (!exported) {
    const forms = [...byForm].map(([form, formFields]) => formOf(dictionary.file, form, formFields, null))
    return { forms: ownForms(forms), events: [], uses: [], refused: [], notes: [] }
  }
  const table = withFieldNames(exported, [id, ...fields])
  if (!table.header.includes(id.name)) {
    throw new ImportRefused([problemAt(table.file, 1, `There is no column ${id.name}, the first of the dictionary.`)])
  }
  refuseRules(table, options.repeat, { format: 'a REDCap project', ways: ['count', 'any', 'worst'] })
  const records = await readRedcapRecords(table, id, fields, options)
  const unclear = records.rows.flatMap((row) => unclearTicks(records, fields, row))
  const unclearLines = new Set(unclear.map(({ line }) => line))
  const read = { ...records, rows: records.rows.filter(({ line }) => !unclearLines.has(line)) }
  const further = furtherForm(read)
  const furtherForms = further === null ? [] : [further]
  const formsOfFields = [...byForm].map(([form, formFields]) => formOf(table.file, form, formFields, read))
  return {
    events: records.events,
    uses: [tableUse(read, id, fields, [...formsOfFields, ...furtherForms])],
    forms: [...ownForms(formsOfFields), ...furtherForms],
    refused: [...records.refused, ...unclear],
    notes: [
      ...records.notes,
      ...fields.flatMap((field) => columnsNotThere(read, field)),
      ...missingTicks(read, fields),
    ],
  }
}

/** The table with field names in place of the labels of a labelled export: `Sex`, `Signs (choice=Sleep)`. */
function withFieldNames(table: DelimitedTable, fields: readonly RedcapField[]): DelimitedTable {
  const [id] = fields
  if (id === undefined || table.header.includes(id.name)) return table
  const names = new Map<string, string>([
    ['Event Name', 'redcap_event_name'],
    ['Repeat Instrument', 'redcap_repeat_instrument'],
    ['Repeat Instance', 'redcap_repeat_instance'],
    ['Data Access Group', 'redcap_data_access_group'],
  ])
  for (const { name, isCheckbox, description } of fields) {
    if (!names.has(description.question)) names.set(description.question, name)
    for (const [code, meaning] of isCheckbox ? description.levels : []) {
      names.set(`${description.question} (choice=${meaning || code})`, columnOfCode(name, code))
    }
  }
  return { ...table, header: table.header.map((label) => names.get(label) ?? label) }
}

/** The columns of a field at a visit: one, or one for each code of a checkbox. */
function columnsOf({ placeOf }: RedcapRecords, field: RedcapField, visit: number): (number | undefined)[] {
  const { name, isCheckbox, description } = field
  const names = isCheckbox ? [...description.levels.keys()].map((code) => columnOfCode(name, code)) : [name]
  return names.map((column) => placeOf(column, visit))
}

function columnsNotThere(records: RedcapRecords, field: RedcapField): Problem[] {
  const { name, isCheckbox, description } = field
  const columns = columnsOf(records, field, 0)
  if (!columns.includes(undefined)) return []
  const codes = [...description.levels.keys()].filter((_, place) => columns[place] === undefined)
  const isWhole = columns.every((column) => column === undefined)
  const text =
    isWhole || !isCheckbox
      ? `There is no column for ${name}.`
      : `There is no column ${codes.map((code) => columnOfCode(name, code)).join(', ')} for ${countOf(codes.length, 'code')} of ${name}.`
  return [problemAt(records.table.file, 1, text)]
}

/** Ticks of codes that the dictionary lacks, which are REDCap's codes of missing answers. */
function missingTicks(records: RedcapRecords, fields: readonly RedcapField[]): Problem[] {
  const { table, rows } = records
  return fields
    .flatMap((field) => placesOfOtherCodes(records, field))
    .map((place) => {
      const times = rows.filter(({ offset }) => tickOf(table.cell(offset, place), null) === true).length
      const words = `${table.header[place] ?? ''} belongs to a code that the dictionary does not have: read as missing, ${countOf(times, 'time')}.`
      return problemAt(table.file, 1, words)
    })
}

/** The columns of a checkbox for codes that the dictionary lacks. */
function placesOfOtherCodes({ table }: RedcapRecords, { name, isCheckbox, description }: RedcapField): number[] {
  if (!isCheckbox) return []
  const known = new Set([...description.levels.keys()].map((code) => columnOfCode(name, code)))
  return [...(table.described ?? table.header).entries()]
    .filter(([, column]) => column.startsWith(`${name}___`) && !known.has(column))
    .map(([place]) => place)
}

/** Whether the form was started; a table without a status column decides by the answers. */
function isStarted({ table, placeOf, visits }: RedcapRecords, form: string, { offset }: SourceRow): boolean {
  return visits.some((_, visit) => {
    const place = placeOf(`${form}${FORM_STATE}`, visit)
    const state = place === undefined ? null : answerOf(table.cell(offset, place))
    return state !== null && state !== NOT_STARTED && state !== 'Incomplete'
  })
}

const TICKED = new Set(['checked', 'true', 'yes'])
const NOT_TICKED = new Set(['unchecked', 'false', 'no'])

/** Whether a checkbox cell is ticked: 1, Checked, TRUE or the label of its choice; null for any other text. */
function tickOf(cell: string, meaning: string | null): boolean | null {
  const answer = answerOf(cell)
  if (answer === null) return false
  const [word, number] = [answer.toLowerCase(), plainNumber(answer)]
  if (number === 1 || TICKED.has(word) || (meaning !== null && meaning !== '' && answer === meaning)) return true
  return number === 0 || NOT_TICKED.has(word) ? false : null
}

function unclearTicks(records: RedcapRecords, fields: readonly RedcapField[], { line, offset }: SourceRow): Problem[] {
  const { table, visits } = records
  return fields.flatMap((field) => {
    if (!field.isCheckbox) return []
    const meanings = [...field.description.levels.values()]
    return visits.flatMap((_, visit) =>
      columnsOf(records, field, visit).flatMap((place, code) => {
        if (place === undefined || tickOf(table.cell(offset, place), meanings[code] ?? null) !== null) return []
        const words = `${table.header[place] ?? ''}: "${table.cell(offset, place).trim()}" says neither ticked (1, Checked, TRUE or the label) nor not ticked (0, Unchecked, FALSE).`
        return [problemAt(table.file, line, words)]
      }),
    )
  })
}

interface RequestedField {
  readonly field: RedcapField
  readonly visit: number
  readonly columns: readonly (number | undefined)[]
}

function formOf(file: string, form: string, fields: readonly RedcapField[], records: RedcapRecords | null): SourceForm {
  const asked = fields.flatMap((field) => requestsOf(records, field))
  const visits = records?.visits ?? ['']
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
      name: [field.name, visits[visit]].filter(Boolean).join('_'),
      description: field.description,
      ...(visits.length > 1 && { visitOf: field.name }),
    })),
    rows: records === null ? [] : records.rows.filter((row) => isStarted(records, form, row) || isAnswered(row)),
    cell,
    cellsBehind: (offset, column) => filledCells(records, asked[column], offset),
  }
}

/** The visits at which a field was answered; at least one. */
function requestsOf(records: RedcapRecords | null, field: RedcapField): RequestedField[] {
  if (records === null) return [{ field, visit: 0, columns: [] }]
  const { table, rows, visits } = records
  const all = visits.map((_, visit) => ({ field, visit, columns: columnsOf(records, field, visit) }))
  if (all.length === 1) return all
  const answered = all.filter((asked) => rows.some(({ offset }) => answerOf(cellOf(table, asked, offset)) !== null))
  return answered.length > 0 ? answered : all.slice(0, 1)
}

function cellOf(table: DelimitedTable, { field, columns }: RequestedField, offset: number): string {
  const textOf = (column: number | undefined) => (column === undefined ? '' : table.cell(offset, column))
  const { levels } = field.description
  if (field.isCheckbox) {
    return [...levels]
      .filter(([, meaning], place) => tickOf(textOf(columns[place]), meaning) === true)
      .map(([code]) => code)
      .join(';')
  }
  const text = textOf(columns[0])
  if (levels.size === 0 || levels.has(text.trim())) return text
  // A labelled export holds the meanings.
  return [...levels].find(([, meaning]) => meaning !== '' && meaning === text.trim())?.[0] ?? text
}

/** The columns of the records that the dictionary does not have, as a form of their own. */
function furtherForm(records: RedcapRecords): SourceForm | null {
  const { table, rows, visits, further, placeOf } = records
  if (further.length === 0) return null
  const asked = further.flatMap((name) =>
    visits.flatMap((label, visit) => {
      const place = placeOf(name, visit)
      return place === undefined ? [] : [{ name, label, place }]
    }),
  )
  const cell: SourceForm['cell'] = (offset, column) => table.cell(offset, asked[column]?.place ?? -1)
  return {
    file: table.file,
    instrument: formName(table.file),
    title: formName(table.file),
    isParticipants: false,
    columns: asked.map(({ name, label }) => ({
      name: [name, label].filter(Boolean).join('_'),
      description: undescribed(name),
      ...(visits.length > 1 && { visitOf: name }),
    })),
    rows: rows.filter(({ offset }) => asked.some((_, column) => answerOf(cell(offset, column)) !== null)),
    cell,
    cellsBehind: (offset, column) => filledAt(records, offset, asked[column]?.place ?? -1),
  }
}

/** How many filled cells of the file an answer of the table stands for. */
function filledAt({ table }: RedcapRecords, offset: number, place: number): number {
  return table.cellsBehind?.(offset, place) ?? Number(isFilled(table.cell(offset, place)))
}

function filledCells(records: RedcapRecords | null, asked: RequestedField | undefined, offset: number): number {
  if (records === null || asked === undefined) return 0
  return asked.columns.reduce<number>(
    (sum, place) => sum + (place === undefined ? 0 : filledAt(records, offset, place)),
    0,
  )
}

/** What the records' columns are beside answers: columns about the row, and boxes that are not ticked. */
function tableUse(
  records: RedcapRecords,
  id: RedcapField,
  fields: readonly RedcapField[],
  forms: readonly SourceForm[],
): TableUse {
  return {
    table: records.table,
    idColumn: id.name,
    structural: records.aboutTheRow,
    unusedCells: [
      {
        why: 'boxes not ticked, where no answer was given',
        count: cellsOutside(
          records,
          fields.filter(({ isCheckbox }) => isCheckbox),
          forms,
        ),
      },
      {
        why: 'n/a, where no answer was given',
        count: cellsOutside(
          records,
          fields.filter(({ isCheckbox }) => !isCheckbox),
          forms,
        ),
      },
      { why: 'boxes of codes that the dictionary does not have', count: cellsOfOtherCodes(records, fields, forms) },
    ],
  }
}

function offsetsOf(forms: readonly SourceForm[]): ReadonlySet<number> {
  return new Set(forms.flatMap(({ rows }) => rows.map(({ offset }) => offset)))
}

/** Cells without an answer (boxes not ticked, n/a) of records that are not in the form, and of visits without an answer. */
function cellsOutside(records: RedcapRecords, fields: readonly RedcapField[], forms: readonly SourceForm[]): number {
  const { table, visits } = records
  const used = offsetsOf(forms)
  let count = 0
  for (const field of fields) {
    const inForm = offsetsOf(forms.filter(({ instrument }) => instrument === field.form))
    const asked = new Set(requestsOf(records, field).map(({ visit }) => visit))
    for (const [visit] of visits.entries()) {
      const places = columnsOf(records, field, visit)
      for (const offset of used) {
        if (inForm.has(offset) && asked.has(visit)) continue
        for (const place of places) {
          const text = place === undefined ? '' : table.cell(offset, place)
          const isAnswer = field.isCheckbox ? tickOf(text, null) !== false : answerOf(text) !== null
          if (place !== undefined && !isAnswer) count += filledAt(records, offset, place)
        }
      }
    }
  }
  return count
}

function cellsOfOtherCodes(
  records: RedcapRecords,
  fields: readonly RedcapField[],
  forms: readonly SourceForm[],
): number {
  const { table } = records
  const places = fields.flatMap((field) => placesOfOtherCodes(records, field))
  let count = 0
  for (const offset of offsetsOf(forms)) for (const place of places) if (isFilled(table.cell(offset, place))) count++
  return count
}
