import { isDataType, type DataType } from '#domain/data-types.ts'
import type { DelimitedTable } from '#server/import/delimited-table.ts'
import { undescribed, type ColumnDescription } from '#server/import/description.ts'
import { answerOf } from '#server/import/missing.ts'
import type { SourceForm } from '#server/import/source-form.ts'
import { problemAt, type Problem } from '#server/import/problem.ts'

/** What a dictionary of plain tables says of each form's columns; of the form "" those that it names no form for. */
export interface PlainDictionary {
  readonly describe: (form: string, column: string) => ColumnDescription | null
  /** What it describes where no table is there: its forms, in its order. */
  readonly forms: readonly SourceForm[]
  readonly notes: readonly Problem[]
}

const NEEDED = ['variable', 'question']
/** What others call our data types. */
const TYPE_NAMES: ReadonlyMap<string, DataType> = new Map([
  ['number', 'numberrange'],
  ['numeric', 'numberrange'],
  ['integer', 'numberrange'],
  ['float', 'numberrange'],
  ['string', 'text'],
  ['flag', 'dichotomous'],
  ['slider', 'numberrange'],
  ['year', 'fuzzydate'],
  ['checkbox', 'multicategory'],
])
/** Types that only say that there are levels. */
const CHOICES = new Set(['radio', 'select', 'dropdown'])
/** What others call our columns. */
const COLUMN_NAMES = { type: ['type', 'input_type'], values: ['values', 'choices'] } as const

/** Whether a table is a dictionary: `variable,form,section,question,type,values`, of which only two are needed. */
export function isDictionary({ header }: DelimitedTable): boolean {
  const names = header.map((name) => name.toLowerCase())
  return NEEDED.every((name) => names.includes(name))
}

/** Reads a plain dictionary (one line a column); what cannot be read is told by its line and left out. */
export function readDictionary(table: DelimitedTable): PlainDictionary {
  const names = table.header.map((name) => name.toLowerCase())
  const columns = new Map<string, ColumnDescription>()
  const forms = new Map<string, SourceForm['columns'][number][]>()
  const notes: Problem[] = table.bad.map(({ problem }) => problem)
  for (const { line, at } of table.rows) {
    const cell = (name: string) => {
      const place = names.indexOf(name)
      return place === -1 ? '' : (answerOf(table.cell(at, place)) ?? '')
    }
    const variable = cell('variable')
    if (variable === '') continue
    const [type = '', values = ''] = [COLUMN_NAMES.type, COLUMN_NAMES.values].map(
      (known) => known.map((name) => cell(name)).find((text) => text !== '') ?? '',
    )
    const dataType = dataTypeNamed(type.toLowerCase())
    if (type !== '' && dataType === null && !CHOICES.has(type.toLowerCase())) {
      notes.push(
        problemAt(table.file, line, `"${type}" is no data type; that of ${variable} follows from its answers.`),
      )
    }
    const levels = readLevels(values)
    const description = {
      ...undescribed(variable),
      question: cell('question') || variable,
      section: cell('section'),
      // Levels say by themselves whether it is a flag or a category.
      dataType: levels.size > 0 && dataType !== 'multicategory' ? null : dataType,
      levels,
      delimiter: dataType === 'multicategory' ? ';' : null,
    }
    columns.set(keyOf(cell('form'), variable), description)
    forms.set(cell('form'), [...(forms.get(cell('form')) ?? []), { name: variable, description }])
  }
  const title = table.file.replace(/\.[^.]*$/, '')
  return {
    notes,
    forms: [...forms].map(([form, columns]) => ({
      file: table.file,
      instrument: form || title,
      title: form || title,
      isParticipants: false,
      columns,
      rows: [],
      cell: () => '',
    })),
    describe: (form, column) => columns.get(keyOf(form, column)) ?? columns.get(keyOf('', column)) ?? null,
  }
}

function dataTypeNamed(type: string): DataType | null {
  return isDataType(type) ? type : (TYPE_NAMES.get(type) ?? null)
}

function keyOf(form: string, column: string): string {
  return JSON.stringify([form.toLowerCase(), column.toLowerCase()])
}

/** `1=Yes; 2=No`, `1, Yes | 2, No` or `1|2`: the meaning of each code. */
function readLevels(text: string): Map<string, string> {
  const parts = text.split(text.includes('|') ? '|' : ';').map((part) => part.trim())
  const levels = new Map<string, string>()
  for (const part of parts.filter((part) => part !== '')) {
    const [, code = part, meaning = ''] = /^([^=,:]+?)\s*[=,:]\s*(.*)$/.exec(part) ?? []
    if (!levels.has(code)) levels.set(code, meaning)
  }
  return levels
}
