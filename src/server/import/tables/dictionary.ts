import { isDataType, type DataType } from '#domain/data-types.ts'
import type { DelimitedTable } from '#server/import/delimited-table.ts'
import { undescribed, type ColumnDescription } from '#server/import/description.ts'
import { answerOf } from '#server/import/missing.ts'
import { problemAt, type Problem } from '#server/import/problem.ts'

/** What a dictionary of plain tables says of each form's columns; of the form "" those that it names no form for. */
export interface PlainDictionary {
  readonly describe: (form: string, column: string) => ColumnDescription | null
  readonly notes: readonly Problem[]
}

const NEEDED = ['variable', 'question']
/** What others call our data types. */
const TYPE_NAMES: Readonly<Record<string, DataType>> = {
  number: 'numberrange',
  numeric: 'numberrange',
  integer: 'numberrange',
  float: 'numberrange',
  string: 'text',
  flag: 'dichotomous',
  checkbox: 'multicategory',
}

/** Whether a table is a dictionary: `variable,form,section,question,type,values`, of which only two are needed. */
export function isDictionary({ header }: DelimitedTable): boolean {
  const names = header.map((name) => name.toLowerCase())
  return NEEDED.every((name) => names.includes(name))
}

export function readDictionary(table: DelimitedTable): PlainDictionary {
  const names = table.header.map((name) => name.toLowerCase())
  const columns = new Map<string, ColumnDescription>()
  const notes: Problem[] = table.bad.map(({ problem }) => problem)
  for (const { line, cells } of table.rows) {
    const cell = (name: string) => answerOf(cells[names.indexOf(name)] ?? '') ?? ''
    const variable = cell('variable')
    if (variable === '') continue
    const type = cell('type').toLowerCase()
    const dataType = isDataType(type) ? type : (TYPE_NAMES[type] ?? null)
    if (type !== '' && dataType === null) {
      notes.push(
        problemAt(table.file, line, `"${type}" is no data type; that of ${variable} follows from its answers.`),
      )
    }
    const levels = readLevels(cell('values'))
    columns.set(keyOf(cell('form'), variable), {
      ...undescribed(variable),
      question: cell('question') || variable,
      section: cell('section'),
      // Levels say by themselves whether it is a flag or a category.
      dataType: levels.size > 0 && dataType !== 'multicategory' ? null : dataType,
      levels,
      delimiter: dataType === 'multicategory' ? ';' : null,
    })
  }
  return {
    notes,
    describe: (form, column) => columns.get(keyOf(form, column)) ?? columns.get(keyOf('', column)) ?? null,
  }
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
